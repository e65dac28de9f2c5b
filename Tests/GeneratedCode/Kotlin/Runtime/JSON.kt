// The part of Android's org.json that generated code and the SDK use.
package org.json

class JSONArray(private val items: List<Any?>) {
    fun length(): Int = items.size

    fun opt(index: Int): Any? = items[index]

    override fun toString(): String = items.joinToString(",", "[", "]") { JSONObject.text(it) }
}

class JSONObject() {
    private val members = linkedMapOf<String, Any?>()

    constructor(values: Map<*, *>) : this() {
        for ((key, value) in values) members[key as String] = wrapped(value)
    }

    constructor(text: String) : this() {
        members.putAll((JSONReader(text).value() as JSONObject).members)
    }

    fun put(key: String, value: Any?): JSONObject {
        if (value == null) members.remove(key) else members[key] = value
        return this
    }

    fun opt(key: String): Any? = members[key]

    fun isNull(key: String): Boolean = members[key].let { it == null || it === NULL }

    fun keys(): Iterator<String> = members.keys.iterator()

    override fun toString(): String =
        members.entries.joinToString(",", "{", "}") { "${quoted(it.key)}:${text(it.value)}" }

    companion object {
        val NULL = object {
            override fun toString() = "null"
        }

        private fun wrapped(value: Any?): Any = when (value) {
            null -> NULL
            is Map<*, *> -> JSONObject(value)
            is Collection<*> -> JSONArray(value.map { wrapped(it) })
            else -> value
        }

        fun text(value: Any?): String = if (value is String) quoted(value) else value.toString()

        private fun quoted(text: String): String =
            text.map { if (it == '"' || it == '\\' || it < ' ') String.format("\\u%04x", it.code) else "$it" }
                .joinToString("", "\"", "\"")
    }
}

/** Reads well-formed JSON. */
private class JSONReader(private val text: String) {
    private var place = 0

    fun value(): Any {
        skip()
        return when (text[place]) {
            '{' -> JSONObject(pairs().toMap())
            '[' -> JSONArray(items())
            '"' -> string()
            else -> word()
        }
    }

    private fun skip() {
        while (text[place].isWhitespace()) place += 1
    }

    private fun take(sign: Char): Boolean {
        skip()
        if (text[place] != sign) return false
        place += 1
        return true
    }

    private fun pairs(): List<Pair<String, Any>> {
        val pairs = mutableListOf<Pair<String, Any>>()
        take('{')
        while (!take('}')) {
            skip()
            val key = string()
            take(':')
            pairs.add(key to value())
            take(',')
        }
        return pairs
    }

    private fun items(): List<Any> {
        val items = mutableListOf<Any>()
        take('[')
        while (!take(']')) {
            items.add(value())
            take(',')
        }
        return items
    }

    private fun string(): String {
        val end = text.indexOf('"', place + 1)
        return text.substring(place + 1, end).also { place = end + 1 }
    }

    private fun word(): Any {
        val start = place
        while (place < text.length && text[place] !in ",]} \n") place += 1
        val word = text.substring(start, place)
        return when (word) {
            "null" -> JSONObject.NULL
            "true", "false" -> word == "true"
            else -> word.toIntOrNull() ?: word.toDouble()
        }
    }
}
