import Testing
import VirgaFiles
import VirgaSource

@Suite("Credentials in URLs") struct MaskedURLTests {
  @Test(
    "are masked anywhere in a text",
    arguments: [
      ("https://user:secret@example.com/a@b", "https://***@example.com/a@b"),
      ("see https://a@b.c, http://x:y:z@w/?q and https://d.e", "see https://***@b.c, http://***@w/?q and https://d.e"),
      ("https://u:p@ss'w\"ord@example.com", "https://***@example.com"),
      ("https://é:ü@example.com", "https://***@example.com"),
      ("https://example.com/@scope?mail=a@b", "https://example.com/@scope?mail=a@b"),
      ("@owner/repo/path", "@owner/repo/path"), ("a@b ://", "a@b ://"), ("://@", "://***@"), ("", ""),
    ])
  func masked(text: String, wanted: String) { #expect(text.maskingCredentials == wanted) }

  @Test("are masked in failures, problems, excerpts and source names")
  func everywhere() {
    let url = "https://user:secret@example.com/a.yaml"
    #expect(
      "\(FileFailure(path: url, reason: "404 of \(url)"))"
        == "https://***@example.com/a.yaml: 404 of https://***@example.com/a.yaml")
    let text = SourceText(name: url, text: "includes: [\(url)]")
    #expect(text.name == "https://***@example.com/a.yaml")
    let problem = Problem(
      .error, "missing-include", "`\(url)` cannot be read",
      at: SourceLocation(file: text.name, range: text.range(of: 11..<49))
    ).with(hint: "not \(url)")
    #expect(
      problem.rendered { _ in text } == """
        https://***@example.com/a.yaml:1:12: error: `https://***@example.com/a.yaml` cannot be read; \
        not https://***@example.com/a.yaml [missing-include]
         1 | includes: [https://***********@example.com/a.yaml]
           |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """)
  }
}
