// The interface of the SDK for Android that generated code is written against, with as little behind it as it takes.
package org.mozilla.experiments.nimbus

import android.content.Context
import android.content.SharedPreferences
import android.graphics.drawable.Drawable
import org.json.JSONArray
import org.json.JSONObject
import org.mozilla.experiments.nimbus.internal.mapValuesNotNull

interface FeaturesInterface {
    val context: Context

    val prefs: SharedPreferences?
        get() = null

    fun getVariables(featureId: String, recordExposureEvent: Boolean = true): Variables
}

interface Variables {
    val context: Context

    fun getString(key: String): String? = null
    fun getStringList(key: String): List<String>? = null
    fun getStringMap(key: String): Map<String, String>? = null
    fun getInt(key: String): Int? = null
    fun getIntList(key: String): List<Int>? = null
    fun getIntMap(key: String): Map<String, Int>? = null
    fun getBool(key: String): Boolean? = null
    fun getBoolList(key: String): List<Boolean>? = null
    fun getBoolMap(key: String): Map<String, Boolean>? = null
    fun getText(key: String): String? = getString(key)
    fun getTextList(key: String): List<String>? = getStringList(key)
    fun getTextMap(key: String): Map<String, String>? = getStringMap(key)
    fun getDrawable(key: String): Res<Drawable>? = getString(key)?.let { Res.drawable(context, context.number(it)) }
    fun getDrawableList(key: String): List<Res<Drawable>>? = null
    fun getDrawableMap(key: String): Map<String, Res<Drawable>>? = null
    fun getVariables(key: String): Variables? = null
    fun getVariablesList(key: String): List<Variables>? = null
    fun getVariablesMap(key: String): Map<String, Variables>? = null
}

class JSONVariables(override val context: Context, private val json: JSONObject = JSONObject()) : Variables {
    override fun getString(key: String) = json.opt(key) as? String
    override fun getStringList(key: String) = list<String>(key)
    override fun getStringMap(key: String) = map<String>(key)
    override fun getInt(key: String) = json.opt(key) as? Int
    override fun getIntList(key: String) = list<Int>(key)
    override fun getIntMap(key: String) = map<Int>(key)
    override fun getBool(key: String) = json.opt(key) as? Boolean
    override fun getBoolList(key: String) = list<Boolean>(key)
    override fun getBoolMap(key: String) = map<Boolean>(key)
    override fun getVariables(key: String): Variables? = (json.opt(key) as? JSONObject)?.let(this::variables)
    override fun getVariablesList(key: String) = list<JSONObject>(key)?.map(this::variables)
    override fun getVariablesMap(key: String) = map<JSONObject>(key)?.mapValuesNotNull(this::variables)

    private fun variables(json: JSONObject): Variables = JSONVariables(context, json)

    private inline fun <reified T : Any> list(key: String): List<T>? =
        (json.opt(key) as? JSONArray)?.let { items -> (0 until items.length()).mapNotNull { items.opt(it) as? T } }

    private inline fun <reified T : Any> map(key: String): Map<String, T>? =
        (json.opt(key) as? JSONObject)?.let { members ->
            members.keys().asSequence().associate { it to members.opt(it) as? T }.mapValuesNotNull { it }
        }
}

class NullVariables : Variables {
    override val context = Context.shared

    companion object {
        val instance: NullVariables by lazy { NullVariables() }
    }
}

interface Res<T> {
    val resourceId: Int
    val resource: T
    val resourceName: String

    companion object {
        fun drawable(context: Context, resId: Int): Res<Drawable> = DrawableRes(context, resId)
        fun string(resId: Int) = StringHolder(resId, null)
        fun string(literal: String) = StringHolder(null, literal)
    }
}

internal class DrawableRes(private val context: Context, override val resourceId: Int) : Res<Drawable> {
    override val resource = Drawable()
    override val resourceName: String get() = context.name(resourceId)
}

class StringHolder(private val resourceId: Int?, private val literal: String?) {
    fun toString(context: Context): String = resourceId?.let { context.getString(it) } ?: literal ?: ""
}
