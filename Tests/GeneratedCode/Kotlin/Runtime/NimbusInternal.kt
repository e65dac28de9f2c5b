// The part of the SDK for Android that stands in its package for generated code.
package org.mozilla.experiments.nimbus.internal

import android.content.SharedPreferences
import org.json.JSONObject
import org.mozilla.experiments.nimbus.FeaturesInterface
import org.mozilla.experiments.nimbus.HardcodedNimbusFeatures
import org.mozilla.experiments.nimbus.NullVariables
import org.mozilla.experiments.nimbus.Variables

interface FMLObjectInterface {
    fun toJSONObject(): JSONObject
}

interface FMLFeatureInterface : FMLObjectInterface {
    fun isModified(): Boolean = false
}

interface FeatureManifestInterface<T> {
    val features: T

    fun initialize(getSdk: () -> FeaturesInterface?)
    fun invalidateCachedValues()
    fun getFeature(featureId: String): FeatureHolder<*>?
    fun getCoenrollingFeatureIds(): List<String>
    fun geckoPrefsMap(): Map<String, Map<String, GeckoPref>>
}

class FeatureHolder<T : FMLFeatureInterface>(
    private var getSdk: () -> FeaturesInterface?,
    private val featureId: String,
    private var create: (Variables, SharedPreferences?) -> T
) {
    private var cachedValue: T? = null

    fun value(): T {
        val variables = getSdk()?.getVariables(featureId, false) ?: NullVariables.instance
        return cachedValue ?: create(variables, getSdk()?.prefs).also { cachedValue = it }
    }

    fun recordExposure() {
        if (!value().isModified()) getSdk()?.recordExposureEvent(featureId)
    }

    fun recordExperimentExposure(slug: String) {
        if (!value().isModified()) getSdk()?.recordExposureEvent(featureId, slug)
    }

    fun toJSONObject() = value().toJSONObject()

    fun recordMalformedConfiguration(partId: String = "") {
        getSdk()?.recordMalformedConfiguration(featureId, partId)
    }

    fun withCachedValue(value: T?) {
        cachedValue = value
    }

    fun withInitializer(create: (Variables, SharedPreferences?) -> T) {
        this.create = create
        cachedValue = null
    }

    fun withSdk(getSdk: () -> FeaturesInterface?) {
        this.getSdk = getSdk
        cachedValue = null
    }

    fun addUpdateCallback(callback: () -> Unit) {
        getSdk()?.getFeatureUpdateDispatcher()?.addCallback(featureId, callback)
    }

    fun removeUpdateCallback(callback: () -> Unit) {
        getSdk()?.getFeatureUpdateDispatcher()?.removeCallback(featureId, callback)
    }

    fun isUnderTest(): Boolean = (getSdk() as? HardcodedNimbusFeatures)?.hasFeature(featureId) == true
}

class FeatureUpdateDispatcher {
    private val callbacks = mutableMapOf<String, MutableSet<() -> Unit>>()

    fun addCallback(featureId: String, callback: () -> Unit) {
        callbacks.getOrPut(featureId) { mutableSetOf() }.add(callback)
    }

    fun removeCallback(featureId: String, callback: () -> Unit) {
        callbacks[featureId]?.remove(callback)
    }
}

class NimbusFeatureException(message: String) : Exception(message)

data class ExperimentBranch(var slug: String, var ratio: Int)

data class AvailableExperiment(var slug: String)

data class EnrolledExperiment(var slug: String)

data class GeckoPref(var pref: String, var branch: PrefBranch)

enum class PrefBranch { DEFAULT, USER }

fun <K, V, K1> Map<K, V>.mapKeysNotNull(transform: (K) -> K1?): Map<K1, V> =
    entries.mapNotNull { entry -> transform(entry.key)?.let { it to entry.value } }.toMap()

fun <K, V, V1> Map<K, V>.mapValuesNotNull(transform: (V) -> V1?): Map<K, V1> =
    entries.mapNotNull { entry -> transform(entry.value)?.let { entry.key to it } }.toMap()

fun <K, V, K1, V1> Map<K, V>.mapEntriesNotNull(keyTransform: (K) -> K1?, valueTransform: (V) -> V1?): Map<K1, V1> =
    mapKeysNotNull(keyTransform).mapValuesNotNull(valueTransform)

fun <K, V> Map<K, V>.mergeWith(defaults: Map<K, V>, valueTransform: ((V, V) -> V?)? = null) =
    defaults + mapValues { entry ->
        defaults[entry.key]?.let { valueTransform?.invoke(entry.value, it) } ?: entry.value
    }
