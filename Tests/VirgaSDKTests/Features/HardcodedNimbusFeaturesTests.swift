import Testing
import VirgaJSON
import VirgaSDK

@Suite("Hardcoded features") struct HardcodedNimbusFeaturesTests {
  @Test("a text that is not an object is left out")
  func invalidTexts() {
    let features = HardcodedNimbusFeatures(with: ["a": #"{"n": 1}"#, "b": "{", "c": "[]"])
    #expect(features.has(featureId: "a"))
    #expect(!features.has(featureId: "b"))
    #expect(!features.has(featureId: "c"))
    #expect(features.getVariables("a").getInt("n") == 1)
  }

  @Test("only hardcoded features are counted")
  func counting() {
    let features = HardcodedNimbusFeatures(with: ["a": ["n": 1]])
    _ = features.getVariables("a")
    _ = features.getVariables("a", sendExposureEvents: false)
    features.recordExposureEvent("a")
    features.recordExposureEvent("b")
    features.recordMalformedConfiguration(featureId: "b")
    #expect(features.getExposureCount(featureId: "a") == 2)
    #expect(!features.isExposed(featureId: "b"))
    #expect(!features.isMalformed(featureId: "b"))
    #expect(features.getVariables("b").json == nil)
  }
}
