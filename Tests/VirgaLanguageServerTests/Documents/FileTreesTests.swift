import Testing
import VirgaJSON
import VirgaSource

@testable import VirgaLanguageServer

@Suite("Trees of files") struct FileTreesTests {
  private let trees = FileTrees()

  private func read(_ text: String, as name: String = "a.yaml") -> DocumentTree.Reading {
    trees.read(SourceText(name: name, text: text), of: "/apps/a.yaml")
  }

  @Test("a text is parsed once, until it changes") func parsing() {
    let first = read("a: 1\n").document
    #expect(first != nil)
    #expect(read("a: 1\n").document === first)
    #expect(read("a: 2\n").document !== first)
  }

  @Test("the tree of an open document has the name by which a manifest calls the file")
  func naming() {
    let open = DocumentTree(SourceText(name: "/apps/a.yaml", text: "a: 1\n"))
    trees.store(open, of: "/apps/a.yaml")
    let value = read("a: 1\n").document?.readableRoot?["a"]
    #expect(value?.location?.file == "a.yaml")
    #expect(open.document?.readableRoot?["a"]?.location?.file == "/apps/a.yaml")
  }

  @Test("a text that cannot be read has the tree of the one before, also of one never read")
  func earlierTexts() {
    let opened = DocumentTree(SourceText(name: "a.yaml", text: "a: 1\n"))
    var tree = opened
    for text in ["a: [", "a: [2", "a: [2, "] {
      tree = DocumentTree(SourceText(name: "a.yaml", text: text), after: tree)
    }
    #expect(tree.lastReadable === opened)
    let next = DocumentTree(SourceText(name: "a.yaml", text: "a: 2\n"), after: tree)
    #expect(next.isReadable)
    let last = DocumentTree(SourceText(name: "a.yaml", text: "a: }"), after: next)
    #expect(last.document === next.document)
  }

  @Test("so have the problems of a text that cannot be read") func problems() {
    trees.store(DocumentTree(SourceText(name: "/apps/a.yaml", text: "a: [")), of: "/apps/a.yaml")
    let reading = read("a: [")
    #expect(reading.document == nil)
    #expect(reading.problems.first?.location?.file == "a.yaml")
  }
}
