import Testing
import VirgaFiles
import VirgaSource
import VirgaTestSupport

@Suite("Credentials in URLs") struct MaskedURLTests {
  @Test(
    "are masked anywhere in a text",
    arguments: [
      TestRow(
        "a user name and a password, not an @ of the path",
        ("https://user:secret@example.com/a@b", "https://***@example.com/a@b")),
      TestRow(
        "every URL of a sentence",
        (
          "see https://a@b.c, http://x:y:z@w/? and https://d.e",
          "see https://***@b.c, http://***@w/? and https://d.e"
        )),
      TestRow(
        "quotes in a password", ("https://u:p@ss'w\"ord@example.com", "https://***@example.com")),
      TestRow("letters outside of ASCII", ("https://é:ü@example.com", "https://***@example.com")),
      TestRow(
        "the value of a query, not an @ of the path",
        ("https://example.com/@scope?mail=a@b", "https://example.com/@scope?mail=***")),
      TestRow(
        "each value of a query; names and the part stay",
        ("https://a.b/c?key=s&e=&sig=x%20y#part", "https://a.b/c?key=***&e=&sig=***#part")),
      TestRow(
        "a query without a name, and one in backquotes",
        (
          "https://a.b/c?secret, see `https://a.b?k=v`: no",
          "https://a.b/c?***, see `https://a.b?k=***`: no"
        )),
      TestRow(
        "a URL in JSON, not a question beside it",
        (#"{"u":"https://a.b/?k=v","w":"why?x=y"}"#, #"{"u":"https://a.b/?k=***","w":"why?x=y"}"#)),
      TestRow(
        "URLs after a comma", ("https://a.b,https://u:p@c?k=v", "https://a.b,https://***@c?k=***")),
      TestRow(
        "a URL in the path and in the query of another",
        ("http://a/b/http://u:p@c?k=http://d?e=f&g=h", "http://a/b/http://***@c?k=***&g=***")),
      TestRow("a URL without a host", ("what? is ://it?k=v", "what? is ://it?k=***")),
      TestRow("a question in a sentence stays", ("really?yes=no", "really?yes=no")),
      TestRow("a package name stays", ("@owner/repo/path", "@owner/repo/path")),
      TestRow("an @ before :// stays", ("a@b ://", "a@b ://")),
      TestRow("an @ right after ://", ("://@", "://***@")),
      TestRow("an empty text", ("", "")),
    ])
  func masked(_ row: TestRow<(String, String)>) {
    let (text, wanted) = row.values
    #expect(text.maskingCredentials == wanted)
  }

  @Test("stay masked")
  func twice() {
    let masked = "https://u:p@a.b/c?k=v: not found".maskingCredentials
    #expect(masked == "https://***@a.b/c?k=***: not found")
    #expect(masked.maskingCredentials == masked)
  }

  @Test("are known to be masked")
  func recognition() {
    #expect("https://***@a.b".hasMaskedCredentials && "https://a.b?k=***".hasMaskedCredentials)
    #expect(!"https://u@a.b?k=v".hasMaskedCredentials)
  }

  @Test("a megabyte of URLs is masked in linear time", .timeLimit(.minutes(20)))
  func megabyte() {
    for part in ["://", "://a@", "://?", "?a=b&"] {
      let text = String(repeating: part, count: (1 << 20) / part.utf8.count) + "?@"
      #expect(!text.maskingCredentials.isEmpty)
    }
  }

  @Test(
    "a file name holds no query",
    arguments: [
      ("https://a.b/app.fml.yaml?token=x/y", "app.fml.yaml"), ("https://a.b/c#d/e", "c"),
      ("/x/a?b", "a?b"),
    ])
  func names(path: String, name: String) { #expect(FilePath.name(of: path) == name) }

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
