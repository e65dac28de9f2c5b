// The interface of the SDK for Android that generated code is written against, with as little behind it as it takes.
package org.mozilla.experiments.nimbus

import android.content.Context
import android.content.SharedPreferences
import android.graphics.drawable.Drawable
import org.json.JSONArray
import org.json.JSONObject
import org.mozilla.experiments.nimbus.internal.AvailableExperiment
import org.mozilla.experiments.nimbus.internal.EnrolledExperiment
import org.mozilla.experiments.nimbus.internal.ExperimentBranch
import org.mozilla.experiments.nimbus.internal.FeatureManifestInterface
import org.mozilla.experiments.nimbus.internal.FeatureUpdateDispatcher
import org.mozilla.experiments.nimbus.internal.mapValuesNotNull

// Names of the package that features may have too.
typealias Branch = ExperimentBranch

typealias AvailableExperiment = AvailableExperiment

typealias EnrolledExperiment = EnrolledExperiment

interface FeaturesInterface {
    val context: Context

    val prefs: SharedPreferences?
        get() = null

    fun getVariables(featureId: String, recordExposureEvent: Boolean = true): Variables

    fun recordExposureEvent(featureId: String, experimentSlug: String? = null) = Unit

    fun recordMalformedConfiguration(featureId: String, partId: String) = Unit

    fun getFeatureUpdateDispatcher(): FeatureUpdateDispatcher? = null
}

interface Variables {
    val context: Context

    fun getString(key: String): String? = null
    fun getStringList(key: String): List<String>? = null
    fun getStringMap(key: String): Map<String, String>? = null
    fun asStringMap(): Map<String, String>? = null
    fun getInt(key: String): Int? = null
    fun getIntList(key: String): List<Int>? = null
    fun getIntMap(key: String): Map<String, Int>? = null
    fun asIntMap(): Map<String, Int>? = null
    fun getBool(key: String): Boolean? = null
    fun getBoolList(key: String): List<Boolean>? = null
    fun getBoolMap(key: String): Map<String, Boolean>? = null
    fun asBoolMap(): Map<String, Boolean>? = null
    fun getDrawableResource(key: String): Int? = null
    fun getStringResource(key: String): Int? = null
    fun getText(key: String): String? = null
    fun getTextList(key: String): List<String>? = null
    fun getTextMap(key: String): Map<String, String>? = null
    fun getDrawable(key: String): Res<Drawable>? = null
    fun getDrawableList(key: String): List<Res<Drawable>>? = null
    fun getDrawableMap(key: String): Map<String, Res<Drawable>>? = null
    fun getImage(key: String): Res<Drawable>? = getDrawable(key)
    fun getImageList(key: String): List<Res<Drawable>>? = getDrawableList(key)
    fun getImageMap(key: String): Map<String, Res<Drawable>>? = getDrawableMap(key)
    fun getVariables(key: String): Variables? = null
    fun getVariablesList(key: String): List<Variables>? = null
    fun getVariablesMap(key: String): Map<String, Variables>? = null
    fun asVariablesMap(): Map<String, JSONVariables>? = null

    fun <T> getVariables(key: String, transform: (Variables) -> T?) = getVariables(key)?.let(transform)

    fun <T> getVariablesList(key: String, transform: (Variables) -> T?): List<T>? =
        getVariablesList(key)?.mapNotNull(transform)

    fun <T> getVariablesMap(key: String, transform: (Variables) -> T?): Map<String, T>? =
        getVariablesMap(key)?.mapValuesNotNull(transform)

    fun <T> getString(key: String, transform: (String) -> T?): T? = getString(key)?.let(transform)

    fun <T> getStringList(key: String, transform: (String) -> T?): List<T>? = getStringList(key)?.mapNotNull(transform)

    fun <T> getStringMap(key: String, transform: (String) -> T?): Map<String, T>? =
        getStringMap(key)?.mapValuesNotNull(transform)
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
    override fun getText(key: String) = getString(key)
    override fun getTextList(key: String) = getStringList(key)
    override fun getTextMap(key: String) = getStringMap(key)
    override fun getDrawable(key: String) = getString(key)?.let { Res.drawable(context, context.number(it)) }
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
    override var context = Context.shared
        private set

    fun setContext(context: Context) {
        this.context = context
    }

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

/** Configs of features that a test of an app gives. */
class HardcodedNimbusFeatures(
    override val context: Context,
    private val features: Map<String, JSONObject>
) : FeaturesInterface {
    constructor(context: Context, vararg pairs: Pair<String, JSONObject>) : this(context, pairs.toMap())

    override fun getVariables(featureId: String, recordExposureEvent: Boolean): Variables =
        features[featureId]?.let { JSONVariables(context, it) } ?: NullVariables.instance

    fun hasFeature(featureId: String) = featureId in features

    fun <T> connectWith(fm: FeatureManifestInterface<T>) {
        fm.initialize { this }
    }
}
