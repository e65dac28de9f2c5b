import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON numbers") struct JSONNumberTests {
  @Test(
    "a number keeps its spelling",
    arguments: ["0", "-0", "1", "-1.5", "1e3", "1E+3", "0.00e-00", "12345678901234567890.5"])
  func spelling(_ literal: String) throws {
    #expect(try #require(JSONNumber(literal)).literal == literal)
  }

  @Test(
    "other text is not a number",
    arguments: [
      TestRow("an empty text", ""),
      TestRow("a sign alone", "-"),
      TestRow("a leading zero", "01"),
      TestRow("a plus sign", "+1"),
      TestRow("no digit before the point", ".5"),
      TestRow("no digit after the point", "1."),
      TestRow("no exponent", "1e"),
      TestRow("an exponent without digits", "1e+"),
      TestRow("a hexadecimal number", "0x1"),
      TestRow("a blank before", " 1"),
      TestRow("a blank after", "1 "),
      TestRow("not a number", "NaN"),
      TestRow("infinity", "Infinity"),
      TestRow("a digit separator", "1_0"),
      TestRow("a digit outside of ASCII", "١"),
    ])
  func notANumber(_ row: TestRow<String>) {
    let literal = row.values
    #expect(JSONNumber(literal) == nil)
    #expect(JSONValue(numberLiteral: literal) == nil)
  }

  @Test("a number spelled as an integer becomes one")
  func integers() throws {
    #expect(try #require(JSONValue(numberLiteral: "12")).isIdentical(to: .integer(12)))
    #expect(JSONValue(numberLiteral: "12.0")?.compact == "12.0")
    #expect(JSONValue(numberLiteral: "-0")?.compact == "-0")
  }

  @Test("a number converts to the nearest double")
  func nearestDouble() {
    #expect(JSONNumber("1.5")?.double == 1.5)
    #expect(JSONNumber("-0")?.double.sign == .minus)
    #expect(JSONNumber("1e400")?.double == .infinity)
    #expect(JSONNumber("-1e400")?.double == -.infinity)
    #expect(JSONNumber("1e-400")?.double == 0)
    #expect(JSONNumber(0.1)?.literal == "0.1")
    #expect(JSONNumber(Double.infinity) == nil)
  }

  @Test(
    "a number beyond the range of Double is an error and is dropped",
    arguments: ["1e400", "-1E+309", "1.8e308", String(repeating: "9", count: 400)])
  func numberOutOfRange(_ literal: String) throws {
    let document = LocatedText.json("{\"a\": \(literal), \"b\": 1}")
    #expect(document.json == ["b": 1])
    #expect(document.problems.map(\.code) == ["json-number-range"])
    #expect(document.problems.first?.location?.range.start.column == 7)
    #expect(throws: Problems.self) { try JSONValue.parse(literal) }
  }
}
