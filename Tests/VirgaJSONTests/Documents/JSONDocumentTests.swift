import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON documents") struct JSONDocumentTests {
  @Test("every node has its range")
  func nodeRanges() throws {
    let marked = MarkedText("⟦{\n  ⟦\"é\"⟧: ⟦[⟦12⟧, ⟦-0.5⟧, ⟦\"x\\n\"⟧, ⟦true⟧, ⟦null⟧]⟧,\n  ⟦\"b\"⟧: ⟦{ }⟧\n}⟧\n")
    let document = JSONDocument.parse(marked.text, name: "config.json")
    let root = try #require(document.located)
    let members = Array(root.members)
    #expect(document.problems.isEmpty)
    #expect(members.map(\.key) == ["é", "b"])
    let first = try #require(members.first)
    let second = try #require(members.last)
    let values =
      [root, first.keyNode, first.value] + Array(first.value.elements) + [second.keyNode, second.value]
    #expect(values.map(\.location?.range) == marked.ranges)
    #expect(first.value.elements.map(\.kind) == [.integer, .number, .string, .boolean, .null])
    #expect(first.value.json == [12, -0.5, "x\n", true, .null])
    #expect(root.location?.description == "config.json:1:1")
    #expect(root.count == 2 && first.value.count == 5)
  }

  @Test("a value is found by path")
  func valuePaths() {
    let marked = MarkedText(#"⟦{"a": [1, oops, {"b": ⟦2⟧}], "c": 3, "c": ⟦4⟧, "d": ⟦bad⟧}⟧"#)
    let document = JSONDocument.parse(marked.text)
    let paths: [JSONPath] = [[], ["a", 1, "b"], ["c"], ["d"]]
    #expect(paths.map { document.range(at: $0) } == marked.ranges)
    #expect(document.value?[["a", 1, "b"]] == 2)
    let missing: [JSONPath] = [["a", 2], ["a", -1], ["a", "b"], ["c", 0]]
    #expect(missing.allSatisfy { document.range(at: $0) == nil })
    #expect(JSONDocument.parse("").range(at: []) == nil)
  }

  @Test("invalid values are reported and not in the value")
  func invalidValues() throws {
    let document = JSONDocument.parse(#"{"a": , "b": oops, : 3}"#)
    let root = try #require(document.located)
    #expect(root.members.map(\.key).isEmpty)
    #expect(root.unreadKeys.map(\.text) == ["b"])
    #expect(document.value == [:])
    #expect(document.range(at: ["a"])?.start.column == 6)
    #expect(document.range(at: [""]) == nil)
  }

  @Test("positions are correct after any line ending and after non-ASCII text")
  func positions() {
    let marked = MarkedText("{\"ä\": 1,\r\n \"漢😀\": 2,\n\t\"c\": ⟦oops⟧}")
    #expect(JSONDocument.parse(marked.text).problems.map(\.location?.range) == [marked.ranges.first])
  }
}
