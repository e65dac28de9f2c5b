import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Places in YAML") struct YAMLPlaceTests {
  /// The place of the cursor as `expectation path typed`; nil for none.
  private func place(_ marked: String) -> String? {
    let text = MarkedText(marked)
    let source = SourceText(name: "a.yaml", text: text.text)
    guard let place = YAMLPlace(in: source, at: text.ranges.first?.start ?? .start) else {
      return nil
    }
    return "\(place.expects) \(JSONPath(place.path)) \(place.typed)"
  }

  @Test(
    "is found from indentation",
    arguments: [
      TestRow("a key of the root", ("fea‸", "keyOrValue  fea")),
      TestRow("an empty line below a key", ("a:\n  b:\n    ‸", "keyOrValue a.b ")),
      TestRow("a line with less indentation", ("a:\n  b:\n    c: 1\n  ‸", "keyOrValue a ")),
      TestRow("a value", ("a:\n  b: ty‸", "value a.b ty")),
      TestRow("an empty value", ("a: ‸", "value a ")),
      TestRow("a value in quotes", ("a: \"ty‸", "value a ty")),
      TestRow("an element of a list", ("a:\n  - x\n  - y‸", "keyOrValue a[1] y")),
      TestRow("a list without indentation", ("a:\n- x\n- y‸", "keyOrValue a[1] y")),
      TestRow("a key in an element", ("a:\n  - b: 1\n    c‸", "keyOrValue a[0] c")),
      TestRow("a value in an element", ("a:\n  - b: x‸", "value a[0].b x")),
      TestRow("a key in quotes above", ("\"a b\":\n  c: ‸", "value ['a b'].c ")),
      TestRow("after a value with an anchor", ("a: &x\n  b: ‸", "value a.b ")),
      TestRow("after broken lines", ("a: [1\nb: }\nc:\n  d‸", "keyOrValue c d")),
      TestRow("after a comment", ("a: # b: c\n  d: ‸", "value a.d ")),
    ])
  func indentation(_ row: TestRow<(String, String)>) {
    #expect(place(row.values.0) == row.values.1)
  }

  @Test(
    "is found in brackets",
    arguments: [
      TestRow("a key", ("a: { ty‸", "key a ty")),
      TestRow("a value", ("a: { b: ty‸", "value a.b ty")),
      TestRow("a value after another", ("a: { b: 1, c: ‸}", "value a.c ")),
      TestRow("an element", ("a: [1, x‸]", "value a[1] x")),
      TestRow("an inner object", ("a: { b: { c: [x, ‸", "value a.b.c[1] ")),
      TestRow("brackets of several lines", ("a: {\n  b: 1,\n  c: ‸\n}", "value a.c ")),
      TestRow("JSON", ("{\"a\": {\"b‸", "key a b")),
      TestRow("a comma in quotes", ("a: { b: \"x, y\", c‸", "key a c")),
    ])
  func brackets(_ row: TestRow<(String, String)>) {
    #expect(place(row.values.0) == row.values.1)
  }

  @Test(
    "is nowhere in a comment and in a block of text",
    arguments: ["# a: ‸", "a: 1 # b‸", "a: |\n  b: ‸", "a: >-\n  b\n\n  c: ‸", "a: { # b‸"])
  func nowhere(_ text: String) {
    #expect(place(text) == nil)
  }

  @Test("knows the other keys of the object") func siblings() throws {
    let text = MarkedText("a:\n  b: 1\n  # x: 2\n  c:\n    d: 3\n\n  e‸\n  f: 4\ng: 5\n")
    let source = SourceText(name: "a.yaml", text: text.text)
    let place = try #require(YAMLPlace(in: source, at: text.ranges[0].start))
    #expect(place.siblingKeys.sorted() == ["b", "c", "f"])
    #expect(source.text(in: place.range) == "e")
  }

  @Test(
    "knows the other values of the list",
    arguments: [
      "a: [x, y‸, \"z\" ]", "a: [x, ‸\n  , z]", "a:\n  - x\n  - y‸\n  - 'z' # a\nb:\n  - c",
      "a:\n- x\n\n- y‸\n# b\n- z\nb: c", "a:\n  - x\n  - y‸\n  - z\n- b",
    ])
  func elements(_ marked: String) throws {
    let text = MarkedText(marked)
    let source = SourceText(name: "a.yaml", text: text.text)
    let place = try #require(YAMLPlace(in: source, at: text.ranges[0].start))
    #expect(place.siblingElements == ["x", "z"])
  }
}
