import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Exposing a feature")
struct OperationsExposureTests {
  @Test("records the owning experiment, or says why it records none")
  func exposing() throws {
    var driver = SessionDriver()
    func told(
      _ driver: inout SessionDriver, _ id: String, in slug: String? = nil
    ) throws -> [String] {
      try driver.perform { o throws(Refusal) in try o.expose(id, in: slug) }.told
    }
    #expect(
      try told(&driver, "app-menu") == [
        "exposure suppressed: no enrolled recipe configures `app-menu`"
      ])
    try driver.add(Sample.entry("rows", ["on": ["app-menu": [:]]]))
    #expect(try told(&driver, "app-menu") == ["exposure rows on"])
    #expect(driver.session.operations.last?.label == "expose app-menu")
    #expect(try told(&driver, "messaging", in: "rows") == ["exposure rows on"])
    try driver.perform { o throws(Refusal) in try o.setPreference("menu-enabled", to: true) }
    #expect(
      try told(&driver, "app-menu") == [
        "exposure rows on suppressed: the app setting `menu-enabled` is set, so the feature is modified"
      ])
    #expect(
      driver.refusal { o throws(Refusal) in try o.expose("app-men") }?.description
        == "there is no feature `app-men`; did you mean `app-menu`?")
  }
}
