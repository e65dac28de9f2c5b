// As much of Android as generated code and the SDK ask for, so that generated code can be compiled and run without it.
package android.content

interface SharedPreferences {
    val all: Map<String, *>

    fun contains(key: String): Boolean
}

/** A context whose texts and images are called after their numbers. */
open class Context {
    private val names = mutableListOf("")

    fun number(name: String): Int {
        if (name !in names) names.add(name)
        return names.indexOf(name)
    }

    fun getString(number: Int): String = names[number]

    fun name(number: Int): String = names[number]

    companion object {
        val shared = Context()
    }
}
