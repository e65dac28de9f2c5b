import Testing
import VirgaJSON
import VirgaTargeting

@Suite("Compact JSON of expression values") struct ExpressionValueTests {
  @Test(
    "a real number is spelled as it is hashed",
    arguments: [
      (7, "7.0"), (0, "0.0"), (-0.0, "-0.0"), (0.5, "0.5"), (1e15, "1000000000000000.0"),
      (1e16, "1e16"),
      (1.2e16, "1.2e16"), (123_456_789.25, "123456789.25"), (0.00001, "0.00001"),
      (0.000001, "1e-6"),
      (1.5e-7, "1.5e-7"), (-2.5e300, "-2.5e300"),
      (Double.greatestFiniteMagnitude, "1.7976931348623157e308"),
      (.leastNonzeroMagnitude, "5e-324"), (100, "100.0"),
      (9_007_199_254_740_992, "9007199254740992.0"),
      (.infinity, "null"),
    ])
  func reals(_ value: Double, _ spelling: String) {
    #expect(ExpressionValue.real(value).description == spelling)
  }

  @Test("has keys in the order of their bytes")
  func keysAndTexts() {
    let value = ExpressionValue.object([
      "b": .array([.integer(1), .null, .boolean(true)]),
      "B": .string("a/b \"\\ \u{8}\u{c}\n\r\t\u{1f}\u{7f} é"),
      "": .object([:]),
    ])
    #expect(
      value.description
        == #"{"":{},"B":"a/b \"\\ \b\f\n\r\t\u001f"# + "\u{7f}" + #" é","b":[1,null,true]}"#)
  }
}
