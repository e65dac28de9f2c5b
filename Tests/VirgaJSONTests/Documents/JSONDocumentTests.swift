import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON documents") struct JSONDocumentTests {
  @Test("every node has its range")
  func nodeRanges() throws {
    let marked = MarkedText("⟦{\n  ⟦\"é\"⟧: ⟦[⟦12⟧, ⟦-0.5⟧, ⟦\"x\\n\"⟧, ⟦true⟧, ⟦null⟧]⟧,\n  ⟦\"b\"⟧: ⟦{ }⟧\n}⟧\n")
    let document = JSONDocument.parse(marked.text, name: "config.json")
    let root = try #require(document.root)
    let members = root.members
    #expect(document.problems.isEmpty)
    #expect(members.map(\.key) == ["é", "b"])
    let first = try #require(members.first)
    let second = try #require(members.last)
    let ranges =
      [root.sourceRange, document.source.range(of: first.keyRange), first.value.sourceRange]
      + first.value.elements.map(\.sourceRange)
      + [document.source.range(of: second.keyRange), second.value.sourceRange]
    #expect(ranges == marked.ranges)
    #expect(first.value.elements.map(\.kind) == [.number, .number, .string, .boolean, .null])
    #expect(first.value.value == [12, -0.5, "x\n", true, .null])
    #expect(root.location.description == "config.json:1:1")
    #expect(root.elements.isEmpty && first.value.members.isEmpty)
  }

  @Test("a node is found by path")
  func nodePaths() {
    let document = JSONDocument.parse(#"{"a": [1, oops, {"b": 2}], "c": 3, "c": 4}"#)
    #expect(document.node(at: [])?.kind == .object)
    #expect(document.node(at: ["a", 1, "b"])?.range == 22..<23)
    #expect(document.value?[["a", 1, "b"]] == 2)
    #expect(document.node(at: ["c"])?.value == 4)
    #expect(document.node(at: ["a", 2]) == nil)
    #expect(document.node(at: ["a", "b"]) == nil)
  }

  @Test("invalid values are in the tree but not in the value")
  func invalidValues() throws {
    let document = JSONDocument.parse(#"{"a": , "b": oops, : 3}"#)
    let members = try #require(document.root).members
    #expect(members.map(\.key) == ["a", "b", ""])
    #expect(members.map(\.value.kind) == [.invalid, .invalid, .number])
    #expect(members.map(\.isKeyMissing) == [false, false, true])
    #expect(members[0].value.range == 5..<5)
    #expect(members[1].value.range == 13..<17)
    #expect(members[1].value.value == .null)
    #expect(document.value == [:])
  }

  @Test("positions are correct after any line ending and after non-ASCII text")
  func positions() {
    let marked = MarkedText("{\"ä\": 1,\r\n \"漢😀\": 2,\n\t\"c\": ⟦oops⟧}")
    #expect(JSONDocument.parse(marked.text).problems.map(\.location?.range) == [marked.ranges.first])
  }
}
