import Testing
import VirgaTestSupport

/// Links as a reader of the repository follows them; `virga help` and DocC have checks of their
/// own.
@Suite("Links in documents")
struct DocumentLinkTests {
  @Test("lead to files of the repository that exist")
  func files() {
    let links = DocumentLinks.documents.flatMap(DocumentLinks.links)
    #expect(links.count > 200)
    for link in links {
      guard let path = link.path else { continue }
      let exists = GoldenText.read(path) != nil || FileTree.names(in: path) != nil
      #expect(exists, "\(link.document) links to \(link.address)")
    }
  }

  @Test("of the Swift Package Index lead to an article, and DocC does not convert any there")
  func packageIndex() throws {
    let settings = try #require(GoldenText.read("\(Repository.root)/.spi.yml"))
    let link = try #require(settings.firstMatch(of: /documentation: ".*\/blob\/main\/(.*)"/))
    #expect(DocumentLinks.documents.contains(String(link.1)), "\(link.1)")
    // The links of articles name files, which DocC alone would take for pages.
    #expect(!settings.contains("documentation_targets"))
  }

  @Test("from one article to another have its title, which DocC shows too")
  func titles() {
    let articles = DocumentLinks.documents.filter { $0.contains(".docc/") }
    let links = articles.flatMap(DocumentLinks.links).filter { $0.title != nil }
    #expect(links.count > 150)
    for link in links {
      #expect(link.label == link.title, "\(link.document) links to \(link.address)")
    }
  }

  @Test("name articles of other rooms, which nobody can follow as code")
  func articlesInCode() {
    for document in DocumentLinks.documents where document.contains(".docc/") {
      #expect(DocumentLinks.articlesInCode(of: document) == [], "\(document)")
    }
  }

  @Test("are never written for DocC alone, because they would be dead on GitHub")
  func onlyForDocC() {
    for document in DocumentLinks.documents {
      #expect(!DocumentLinks.prose(document).contains("<doc:"), "\(document)")
    }
  }
}
