import Testing
import VirgaTestSupport

/// Every rule that a comment cites is documented in an article.
@Suite("Rules")
struct RuleTests {
  private static let articles = RuleArticles()

  @Test("every rule cited in code is an article of its room")
  func citations() {
    #expect(Self.articles.citations.count > 100)
    for citation in Self.articles.citations {
      #expect(Self.articles.all.contains(citation.name), "\(citation.file) cites \(citation.name)")
    }
  }

  @Test("every documented rule is cited by code")
  func rules() {
    #expect(Self.articles.rules.count > 50)
    let cited = Set(Self.articles.citations.map(\.name))
    for rule in Self.articles.rules {
      #expect(cited.contains(rule.name), "no comment cites \(rule.name)")
    }
  }

  @Test("every room has a landing page")
  func rooms() throws {
    let rooms = try #require(FileTree.names(in: "\(Repository.root)/Sources")).filter {
      $0.hasPrefix("Virga")
    }
    #expect(Set(rooms).subtracting(Self.articles.landingPages) == [])
  }

  @Test("every article is listed on the landing page of its room")
  func landingPages() {
    let listed = Self.articles.listed.map(\.name)
    #expect(Self.articles.all.subtracting(listed) == [])
  }

  @Test("every article that another one links to exists")
  func links() {
    for link in Self.articles.listed + Self.articles.links {
      #expect(Self.articles.all.contains(link.name), "\(link.file) refers to \(link.name)")
    }
  }
}
