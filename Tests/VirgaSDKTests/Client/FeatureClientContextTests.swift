import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("The context of a client")
struct FeatureClientContextTests {
  private let now = Locked(Instant(seconds: 1_700_000_000))

  private func client(
    locale: String = "fr-FR", saved: SavedClient? = nil
  ) -> FeatureClient {
    var configuration = FeatureClient.Configuration(context: [
      "app_name": "cirrus", "channel": "nightly", "locale": .string(locale),
    ])
    configuration.clock = { [now] in now.withLock { $0 } }
    return FeatureClient(configuration, saved: saved)
  }

  private func apply(_ targeting: String, to client: FeatureClient) {
    client.setExperimentsLocally(
      Sample.recipeText("e1", config: #"{"enabled": false}"#, targeting: targeting))
    client.applyPendingExperiments()
  }

  @Test("is evaluated again when it is updated, and observers see the new values")
  func update() async {
    let client = client()
    let manifest = MenuManifest()
    client.connect(manifest)
    apply("locale == 'de-DE'", to: client)
    #expect(manifest.features.appMenu.value().isEnabled)
    let seen = Locked<[Bool]>([])
    client.whenApplied {
      seen.withLock { $0.append(manifest.features.appMenu.value().isEnabled) }
    }
    let changes = await client.update { $0.locale = "de-DE" }
    #expect(changes.map(\.kind) == [.enrollment])
    #expect(changes.map(\.slug) == ["e1"])
    #expect(seen.withLock { $0 } == [false])
    #expect(await client.update { $0.locale = "fr-FR" }.map(\.kind) == [.disqualification])
  }

  @Test("leaves pending recipes pending when it is updated, and they see it once applied")
  func pending() async {
    let client = client()
    client.setExperimentsLocally(Sample.recipeText("e1", targeting: "locale == 'de-DE'"))
    #expect(await client.update { $0.locale = "de-DE" }.isEmpty)
    #expect(client.activeExperiments.isEmpty)
    #expect(client.applyPendingExperiments().map(\.kind) == [.enrollment])
  }

  @Test("has every attribute by its name")
  func names() async throws {
    let client = client()
    await client.update {
      $0["is_default_browser"] = true
      $0["app_version"] = "2.0"
      $0.channel = "beta"
    }
    #expect(try client.evaluate(Expression("is_default_browser && channel == 'beta'")))
    #expect(try client.evaluate(Expression("app_version == '2.0'")))
    let read = Locked<[JSONValue?]>([])
    await client.update { context in
      read.withLock { $0 = [context["is_default_browser"], context["none"], context["locale"]] }
      context["is_default_browser"] = nil
      context.locale = nil
    }
    #expect(read.withLock { $0 } == [true, nil, "fr-FR"])
    #expect(try client.evaluate(Expression("locale == null")))
    #expect(throws: (any Error).self) { try client.evaluate(Expression("is_default_browser")) }
  }

  @Test("has the days since an installation whose date it is updated with")
  func installationDate() async throws {
    let client = client()
    // Ten days before now, in milliseconds.
    await client.update { $0["installation_date"] = 1_699_136_000_000 }
    #expect(try client.evaluate(Expression("days_since_install == 10")))
    await client.update { $0["installation_date"] = nil }
    #expect(try client.evaluate(Expression("days_since_install == 0")))
  }

  @Test("is evaluated when recipes are applied, pending or not, if an attribute has changed")
  func attribute() {
    let client = client()
    apply("is_vip", to: client)
    client.updateClient { $0.attributes.recorded["is_vip"] = .boolean(true) }
    #expect(client.activeExperiments.isEmpty)
    #expect(client.applyPendingExperiments().map(\.kind) == [.enrollment])
    #expect(client.applyPendingExperiments().isEmpty)
    #expect(client.getExperimentBranch(experimentId: "e1") == "treatment")
  }

  @Test("is evaluated when recipes are applied if a behavioral event was counted")
  func event() {
    let client = client()
    apply("'opened'|eventSum('Days', 1, 0) > 0", to: client)
    client.recordEvent("opened")
    #expect(client.applyPendingExperiments().map(\.kind) == [.enrollment])
  }

  @Test("is evaluated when recipes are applied on another day")
  func day() {
    let client = client()
    apply("days_since_update > 0", to: client)
    #expect(client.applyPendingExperiments().isEmpty)
    now.withLock { $0 = $0.advanced(by: 86_400) }
    #expect(client.applyPendingExperiments().map(\.kind) == [.enrollment])
  }

  @Test("is compared with that of the last evaluation after a restart")
  func restart() throws {
    let first = client()
    apply("locale == 'de-DE'", to: first)
    let saved = try SavedClient(json: .object(first.saved.json))
    #expect(saved == first.saved)
    #expect(client(saved: saved).applyPendingExperiments().isEmpty)
    let german = client(locale: "de-DE", saved: saved)
    #expect(german.activeExperiments.isEmpty)
    #expect(german.applyPendingExperiments().map(\.kind) == [.enrollment])
  }

  @Test("is updated by many threads, none of which is lost")
  func threads() async throws {
    let client = client()
    apply("locale == 'de-DE'", to: client)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { await client.update { $0["attribute_\(number)"] = true } }
      }
    }
    for number in 0..<8 {
      #expect(try client.evaluate(Expression("attribute_\(number)")))
    }
  }
}
