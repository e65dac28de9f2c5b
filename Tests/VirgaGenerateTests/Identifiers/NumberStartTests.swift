import Testing

@testable import VirgaGenerate

@Suite("Identifiers that begin with a number") struct NumberStartTests {
  @Test(
    "a letter that is a number begins an identifier in both languages",
    arguments: [
      ("ⅸ-lives", "ⅸLives", "ⅨLives"), ("〇-point", "〇Point", "〇Point"),
      ("三-rows", "三Rows", "三Rows"),
    ])
  func letters(_ name: String, _ member: String, _ type: String) {
    #expect([SwiftName.member(name), KotlinName.member(name)] == [member, member])
    #expect([SwiftName.type(name), KotlinName.type(name)] == [type, type])
    #expect(SwiftName.rawCase(name) == "case \(member) = \"\(name)\"")
  }

  @Test(
    "any other number is preceded by an underscore",
    arguments: [
      ("7-lives", "_7Lives", "_7Lives"), ("٧-lives", "_٧Lives", "_٧Lives"),
      ("³-lives", "_³Lives", "`_³Lives`"),
      ("½-row", "_½Row", "`_½Row`"),
    ])
  func numbers(_ name: String, _ swift: String, _ kotlin: String) {
    #expect([SwiftName.member(name), KotlinName.member(name)] == [swift, kotlin])
  }
}
