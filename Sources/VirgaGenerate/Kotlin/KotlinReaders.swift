/// Functions in generated Kotlin that read what the getters of the SDK for Android cannot: numbers with a fraction, and
/// lists within lists or maps.
///
/// The SDK keeps the JSON of a config to itself, so that it is found by its type; where there is none, defaults apply.
enum KotlinReaders {
  /// The code of the key under which an element stands alone, so that the getters can read it.
  static let elementKey = "\"value\""

  static func write(to writer: inout CodeWriter) {
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) { writer.line(String(line)) }
  }

  private static let code = """
    /** The JSON under a key, for the types that the SDK has no getters for. */
    private fun Variables.json(key: String): Any? =
        (this as? JSONVariables)?.let { variables ->
            JSONVariables::class.java.declaredFields.firstOrNull { it.type == JSONObject::class.java }
                ?.apply { isAccessible = true }
                ?.let { (it.get(variables) as? JSONObject)?.opt(key) }
        }

    /** An element of a list or a map, as variables of its own. */
    private fun Variables.element(value: Any?): Variables = JSONVariables(context, JSONObject().put("value", value))

    private fun <T> Variables.readList(key: String, read: (Variables) -> T): List<T>? =
        (json(key) as? JSONArray)?.let { items -> (0 until items.length()).map { read(element(items.opt(it))) } }

    private fun <T> Variables.readMap(key: String, read: (Variables) -> T): Map<String, T>? =
        (json(key) as? JSONObject)?.let { members ->
            members.keys().asSequence().associate { it to read(element(members.opt(it))) }
        }

    private fun Variables.getDouble(key: String): Double? = (json(key) as? kotlin.Number)?.toDouble()

    private fun Variables.getDoubleList(key: String): List<Double>? =
        readList(key) { it.getDouble("value") }?.filterNotNull()

    private fun Variables.getDoubleMap(key: String): Map<String, Double>? =
        readMap(key) { it.getDouble("value") }?.mapValuesNotNull { it }
    """
}
