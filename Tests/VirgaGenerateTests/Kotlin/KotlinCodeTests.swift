import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite struct KotlinCodeTests {
  /// Code that has been put through the Kotlin compiler; `VIRGA_UPDATE=1` writes it anew.
  @Test(arguments: [
    ("manifests/components/messaging.fml.yaml", "production", "MessagingNimbus.kt"),
    ("Tests/GeneratedCode/samples.fml.yaml", "only", "SamplesNimbus.kt"),
  ])
  func theKeptCodeIsWhatIsGeneratedNow(_ input: String, _ channel: String, _ file: String) throws {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(input)
    let code = try KotlinCode.file(for: manifest, channel: channel)
    GoldenText.expect(code, equals: file, in: "\(Repository.root)/Tests/GeneratedCode/Kotlin")
  }

  /// Each variable with the code of its default and of its value.
  @Test(arguments: [
    ("Boolean, default: true", "a: Boolean = true", #"_variables.getBool("a") ?: _defaults.a"#),
    ("Int, default: 56.0", "a: Int = 56", #"_variables.getInt("a") ?: _defaults.a"#),
    ("Double, default: 2", "a: Double = 2.0", #"_variables.getDouble("a") ?: _defaults.a"#),
    (
      #"String, default: "$a \"b\" \\ é""#, #"a: String = "\$a \"b\" \\ \u00E9""#,
      #"_variables.getString("a") ?: _defaults.a"#
    ),
    (
      "Text, default: hello_you", "a: StringHolder = Res.string(R.string.hello_you)",
      #"_variables.getText("a") ?: _defaults.a.toString(_variables.context)"#
    ),
    (
      "Text, default: Hello", #"a: StringHolder = Res.string("Hello")"#,
      #"_variables.getText("a") ?: _defaults.a.toString(_variables.context)"#
    ),
    (
      "Image, default: _ic__fox", "a: Int = R.drawable.ic_fox",
      #"_variables.getDrawable("a") ?: Res.drawable(_variables.context, _defaults.a)"#
    ),
    ("Option<Int>, default: null", "a: Int? = null", #"_variables.getInt("a") ?: _defaults.a"#),
    (
      "Word, default: is-it", "a: Word = Word.IS_IT",
      #"_variables.getString("a")?.let { Word.enumValue(it) } ?: _defaults.a"#
    ),
    (
      "List<Word>, default: [in]", "a: List<Word> = listOf(Word.IN)",
      #"_variables.getStringList("a")?.mapNotNull { Word.enumValue(it) } ?: _defaults.a"#
    ),
    (
      "'Map<String, Box>', default: {k: {}}", #"a: Map<String, Box> = mapOf("k" to Box(side = 1))"#,
      #"_variables.getVariablesMap("a")?.mapValuesNotNull { Box.create(it) }"#
        + "?.mergeWith(_defaults.a, Box::_mergeWith) ?: _defaults.a"
    ),
    (
      "List<List<Int>>, default: [[1], []]", "a: List<List<Int>> = listOf(listOf(1), listOf())",
      #"_variables.readList("a") { it.getIntList("value") }?.filterNotNull() ?: _defaults.a"#
    ),
    (
      "List<Option<Int>>, default: [1, null]", "a: List<Int?> = listOf(1, null)",
      #"_variables.readList("a") { it.getInt("value") } ?: _defaults.a"#
    ),
    (
      "'Map<Word, List<Word>>', default: {in: [in], is-it: []}",
      "a: Map<Word, List<Word>> = mapOf(Word.IN to listOf(Word.IN), Word.IS_IT to listOf())",
      #"_variables.readMap("a") { it.getStringList("value")?.mapNotNull { Word.enumValue(it) } }"#
        + "?.mapValuesNotNull { it }?.mapKeysNotNull { Word.enumValue(it) }?.mergeWith(_defaults.a) ?: _defaults.a"
    ),
    (
      "'Map<String, Map<String, Box>>', default: {}", "a: Map<String, Map<String, Box>> = mapOf()",
      #"_variables.readMap("a") { it.getVariablesMap("value")?.mapValuesNotNull { Box.create(it) } }"#
        + "?.mapValuesNotNull { it }?.mergeWith(_defaults.a) { value, other -> value.mergeWith(other, Box::_mergeWith) }"
        + " ?: _defaults.a"
    ),
    (
      "Box, default: {}", "a: Box = Box(side = 1)",
      #"_variables.getVariables("a")?.let { Box.create(it) }?._mergeWith(_defaults.a) ?: _defaults.a"#
    ),
  ])
  func aVariableBecomesKotlin(_ type: String, _ parameter: String, _ getter: String) throws {
    let code = try KotlinCode.file(for: try manifest("a: {description: d, type: \(type)}"), channel: "a")
    let lines = code.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(Substring(parameter)))
    #expect(lines.contains(Substring(getter)))
  }

  @Test func wordsOfKotlinAreQuoted() throws {
    let manifest = try manifest("object: {description: d, type: Int, default: 1}")
    let code = try KotlinCode.file(for: manifest, channel: "a")
    #expect(code.contains("        `object`: Int = 1\n"))
    #expect(
      code.contains("    val `object`: Int by lazy {\n        _variables.getInt(\"object\") ?: _defaults.`object`\n"))
    #expect(code.contains("\"object\" to `object`"))
  }

  @Test(arguments: [
    ("a: {description: d, type: Image, default: ic-fox}", "no-code-for-value"),
    ("a: {description: d, type: Int, default: 3000000000}", "no-code-for-value"),
  ])
  func whatKotlinCannotSayIsAProblem(_ variable: String, _ code: String) throws {
    let manifest = try manifest(variable)
    do {
      Issue.record("generated \(try KotlinCode.file(for: manifest, channel: "a"))")
    } catch {
      #expect(error.all.map(\.code.description) == [code])
    }
  }

  private func manifest(_ variable: String) throws -> Manifest {
    let text = """
      about: {description: d, kotlin: {package: org.example, class: .nimbus.C}}
      channels: [a]
      features: {f: {description: d, variables: {\(variable)}}}
      enums: {Word: {description: d, variants: {is-it: {description: d}, in: {description: d}}}}
      objects: {Box: {description: d, fields: {side: {description: d, type: Int, default: 1}}}}
      """
    return try ManifestLoader(files: .memory([:]), workingFolder: "/")
      .load(text: Array(text.utf8), name: "a.fml.yaml")
  }
}
