import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Long lists in sentences") struct ListAbbreviationTests {
  private let countries = (10..<20).map { "'C\($0)'" }.joined(separator: ", ")

  @Test("show the first six countries and how many follow")
  func fix() throws {
    let expression = try Expression("region in [\(countries)]")
    let explanation = expression.explained(
      in: TargetingContext(attributes: ["region": .string("DE")]))
    #expect(explanation.fix == "region is C10, C11, C12, C13, C14, C15 or one of 4 more")
    #expect(
      explanation.decisions.map(\.sentence)
        == [
          "`region in ['C10', 'C11', 'C12', 'C13', 'C14', 'C15', … 4 more]` is false: region is DE"
        ])
    #expect(
      explanation.decisions.first?.text == "region in [\(countries)]", "the text itself stays whole"
    )
  }

  @Test(
    "are cut only if that makes them shorter",
    arguments: [
      TestRow(
        "eight short elements stay",
        ("region in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] && true", nil)),
      TestRow(
        "nine elements are cut",
        (
          "region in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']",
          "region in ['a', 'b', 'c', 'd', 'e', 'f', … 3 more]"
        )),
      TestRow(
        "brackets and quotes in elements, and an index",
        (
          "x in ['], [', \"'\", [1, 2], f, 5, 6, 7, 8, 9, 10] || y[0] == 'zzz'",
          "x in ['], [', \"'\", [1, 2], f, 5, 6, … 4 more] || y[0] == 'zzz'"
        )),
      TestRow(
        "a list that is not closed stays",
        ("region in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'", nil)),
      TestRow(
        "a list with a comma at its end stays",
        ("region in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ] || 'zzz'", nil)),
      TestRow("a list in quotes stays", ("text == '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]'", nil)),
      TestRow(
        "a list in quotes after an escaped quote stays",
        ("text == 'it\\'s [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]'", nil)),
      TestRow(
        "a list in a list is cut, arguments stay",
        (
          "x in ['é', [1, 2, 3, 4, 5, 6, 7, 8, 9], f(1, 2, 3, 4, 5, 6, 7, 8, 9)]",
          "x in ['é', [1, 2, 3, 4, 5, 6, … 3 more], f(1, 2, 3, 4, 5, 6, 7, 8, 9)]"
        )),
    ] as [TestRow<(String, String?)>])
  func shortened(_ row: TestRow<(String, String?)>) {
    let (text, wanted) = row.values
    #expect(ListAbbreviation.shortened(text) == wanted ?? text)
  }

  @Test("of nested conditions that cannot become true are explained", .timeLimit(.minutes(20)))
  func nesting() throws {
    let text =
      String(repeating: "(false || (true && ", count: 40) + "false"
      + String(repeating: "))", count: 40)
    let explanation = try Expression(text).explained(in: TargetingContext(attributes: [:]))
    #expect(explanation.obstacle != nil)
  }

  @Test(
    "stay whole if they never end, even a megabyte of brackets", .timeLimit(.minutes(20)),
    arguments: ["", "'"])
  func brackets(quote: String) {
    let text = "true <= " + quote + String(repeating: "[", count: 1 << 20)
    #expect(ListAbbreviation.shortened(text) == text)
  }
}
