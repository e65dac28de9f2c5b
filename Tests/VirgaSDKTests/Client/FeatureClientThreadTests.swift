import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaTargeting
import VirgaTestSupport

/// Many threads using one client; also run under the thread sanitizer.
@Suite("Feature client on many threads") struct FeatureClientThreadTests {
  @Test("readers never see a stale value after an update")
  func staleValues() async {
    let recorder = EventRecorder()
    let manifest = MenuManifest()
    var configuration = FeatureClient.Configuration()
    configuration.record = recorder.record
    let client = FeatureClient(configuration)
    client.connect(manifest)
    for round in 0..<40 {
      let isEnabled = round.isMultiple(of: 2)
      let recipe = Sample.recipeText("e\(round)", config: #"{"enabled": \#(isEnabled)}"#)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<20 {
              let menu = manifest.features.appMenu.value()
              #expect(menu.ordering == [.settings])
              manifest.features.appMenu.recordExposure()
              _ = client.getVariables("app-menu", sendExposureEvents: false).getBool("enabled")
              client.recordEvent("opened")
            }
          }
        }
        group.addTask {
          client.setExperimentsLocally(recipe)
          client.applyPendingExperiments()
          client.optOut("none")
          client.updateClient { $0.attributes.recorded["round"] = .integer(Int64(round)) }
        }
      }
      #expect(manifest.features.appMenu.value().isEnabled == isEnabled)
    }
  }

  @Test("all threads get the same object")
  func sameObject() async {
    let manifest = MenuManifest()
    for _ in 0..<50 {
      manifest.invalidateCachedValues()
      let found = await withTaskGroup(of: AppMenu.self) { group in
        for _ in 0..<8 { group.addTask { manifest.features.appMenu.value() } }
        return await group.reduce(into: [AppMenu]()) { $0.append($1) }
      }
      #expect(found.allSatisfy { $0 === found[0] })
    }
  }

  @Test("the counts of the test double are exact")
  func exactCounts() async {
    let features = HardcodedNimbusFeatures(with: ["app-menu": ["enabled": true]])
    let manifest = MenuManifest()
    features.connect(with: manifest)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 { manifest.features.appMenu.recordExposure() }
        }
      }
    }
    #expect(features.getExposureCount(featureId: "app-menu") == 800)
  }
}
