import Testing

@testable import VirgaSession

@Suite("Names of authors") struct AuthorTests {
  @Test(
    "say who did something, without process ids",
    arguments: [
      ("virga 1", "you"), ("virga 25520", "another console"), ("", "another console"),
      ("virga flags 7", "virga flags"), ("my-app 4121", "my-app"), ("my app", "my app"),
    ])
  func names(process: String, name: String) {
    #expect(Author.name(of: process, ownProcess: "virga 1") == name)
  }

  @Test(
    "call a console that did something before the start an earlier one",
    arguments: [
      ("virga 1", "you"), ("virga 25520", "an earlier console"), ("", "an earlier console"),
      ("virga flags 7", "virga flags"), ("my-app 4121", "my-app"),
    ])
  func earlierNames(process: String, name: String) {
    #expect(Author.name(of: process, ownProcess: "virga 1", isEarlier: true) == name)
  }
}
