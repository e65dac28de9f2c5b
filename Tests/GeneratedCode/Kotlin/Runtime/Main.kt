import android.content.Context
import org.example.cirrus.nimbus.CirrusNimbus
import org.example.samples.SamplesNimbus
import org.json.JSONObject
import org.mozilla.experiments.nimbus.FeaturesInterface
import org.mozilla.experiments.nimbus.JSONVariables
import org.mozilla.experiments.nimbus.NullVariables
import org.mozilla.experiments.nimbus.Variables

/** Answers each line `manifest, tab, feature, tab, config` of standard input with the feature as JSON. */
fun main() {
    val manifests = mapOf("cirrus" to CirrusNimbus, "samples" to SamplesNimbus)
    generateSequence { readLine() }.forEach { line ->
        val (name, id, config) = line.split('\t')
        val manifest = manifests.getValue(name)
        manifest.initialize { OneConfig(id, JSONObject(config)) }
        println(manifest.getFeature(id)?.value()?.toJSONObject())
    }
    println(SamplesNimbus.getCoenrollingFeatureIds())
    println(SamplesNimbus.geckoPrefsMap())
}

private class OneConfig(private val id: String, private val config: JSONObject) : FeaturesInterface {
    override val context = Context.shared

    override fun getVariables(featureId: String, recordExposureEvent: Boolean): Variables =
        if (featureId == id) JSONVariables(context, config) else NullVariables.instance
}
