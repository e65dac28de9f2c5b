import Testing
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("String catalogs") struct TextTableTests {
  static let catalogue = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {
      "both": {"localizations": {
        "en": {"stringUnit": {"state": "translated", "value": "Both"}},
        "de": {"stringUnit": {"state": "translated", "value": "Beide"}}}},
      "english": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "English"}}}},
      "French only": {"localizations": {"fr": {"stringUnit": {"state": "translated", "value": "Français"}}}},
      "counted": {"localizations": {"de": {"variations": {"plural": {
        "one": {"stringUnit": {"state": "translated", "value": "eins"}},
        "other": {"stringUnit": {"state": "translated", "value": "viele"}}}}}}},
      "bare": {}
    }}
    """

  @Test(
    "each text comes in the best matching language", arguments: ["de", "de-AT"] as [LanguageTag])
  func bestLanguage(_ language: LanguageTag) {
    let table = TextTable(
      catalogue: Array(Self.catalogue.utf8), name: "L.xcstrings", language: language)
    #expect(
      table.texts.mapValues(\.text) == [
        "both": "Beide", "english": "English", "French only": "French only", "counted": "viele",
        "bare": "bare",
      ])
    #expect(table.problems == [])
  }

  @Test("a text has its position")
  func positions() {
    let marked = MarkedText(
      #"{"strings": {"k": {"localizations": {"en": {"stringUnit": {"value": ⟦"text"⟧}}}}}}"#)
    let table = TextTable(catalogue: Array(marked.text.utf8), name: "L", language: "en")
    #expect(
      table.texts["k"]
        == ResourceText("text", at: SourceLocation(file: "L", range: marked.ranges[0])))
  }

  static let broken: [TestRow<(String, Problem.Code)>] = [
    TestRow("a list", ("⟦[]⟧", "no-strings")),
    TestRow("an empty object", ("⟦{}⟧", "no-strings")),
    TestRow("strings that are a number", (#"⟦{"strings": 3}⟧"#, "no-strings")),
  ]

  @Test("a file without strings is reported", arguments: broken)
  func missingStrings(_ row: TestRow<(String, Problem.Code)>) {
    let (pattern, code) = row.values
    let marked = MarkedText(pattern)
    let table = TextTable(catalogue: Array(marked.text.utf8), name: "L", language: "en")
    #expect(table.problems.map(\.code) == [code])
    #expect(table.problems.first?.location?.range == marked.ranges[0])
  }

  @Test("broken JSON is read as far as possible")
  func brokenJSON() {
    let table = TextTable(
      catalogue: Array(#"{"strings": {"k": {}"#.utf8), name: "L", language: "en")
    #expect(table.problems.map(\.code) == ["json-unclosed"])
    #expect(table.texts["k"]?.text == "k")
  }
}
