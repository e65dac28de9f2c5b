import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Exposing a feature")
struct OperationsExposureTests {
  /// The events of an exposure, in short.
  private func told(
    _ driver: inout SessionDriver, _ id: String, in slug: String? = nil
  ) throws -> [String] {
    try driver.perform { o throws(Refusal) in try o.expose(id, in: slug) }.told
  }

  /// A client that is enrolled in an experiment with `app-menu`.
  private func enrolled() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(Sample.entry("rows", ["on": ["app-menu": [:]]]))
    return driver
  }

  @Test("is suppressed if no enrolled recipe configures the feature") func noRecipe() throws {
    var driver = SessionDriver()
    #expect(
      try told(&driver, "app-menu") == [
        "exposure suppressed: no enrolled recipe configures `app-menu`"
      ])
  }

  @Test("records the owning experiment") func owner() throws {
    var driver = try enrolled()
    #expect(try told(&driver, "app-menu") == ["exposure rows on"])
    #expect(driver.session.operations.last?.label == "expose app-menu")
  }

  @Test("records the given experiment") func givenExperiment() throws {
    var driver = try enrolled()
    #expect(try told(&driver, "messaging", in: "rows") == ["exposure rows on"])
  }

  @Test("is suppressed if an app setting modifies the feature") func modified() throws {
    var driver = try enrolled()
    try driver.perform { o throws(Refusal) in try o.setPreference("menu-enabled", to: true) }
    #expect(
      try told(&driver, "app-menu") == [
        "exposure rows on suppressed: the app setting `menu-enabled` is set, so the feature is modified"
      ])
  }

  @Test("refuses an unknown feature with the closest one") func unknownFeature() throws {
    let driver = try enrolled()
    #expect(
      driver.refusal { o throws(Refusal) in try o.expose("app-men") }?.description
        == "there is no feature `app-men`; did you mean `app-menu`?")
  }
}
