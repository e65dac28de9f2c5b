import Testing
import VirgaJSON
import VirgaTargeting

@Suite("Typed attribute values") struct KnownAttributeTests {
  @Test("a text that looks like a number stays text unless the attribute can be a number")
  func texts() {
    #expect(KnownAttribute.value(of: "app_version", written: "131.3") == "131.3")
    #expect(KnownAttribute.value(of: "days_since_install", written: "14") == 14)
    #expect(KnownAttribute.value(of: "is_phone", written: "true") == true)
    #expect(KnownAttribute.value(of: "isFirstRun", written: "true") == "true")
  }

  @Test("a text that an attribute can have as JSON is read as JSON")
  func json() {
    #expect(KnownAttribute.value(of: "region", written: "null") == .null)
    #expect(KnownAttribute.value(of: "region", written: "\"DE\"") == "DE")
  }

  @Test("a value of an unknown attribute is read as JSON")
  func unknown() {
    #expect(KnownAttribute.value(of: "own", written: "131.3") == 131.3)
  }
}
