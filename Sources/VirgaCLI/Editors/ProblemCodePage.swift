import VirgaFiles
import VirgaLanguageServer
import VirgaRuntime
import VirgaSource

/// A page with the meanings of all problem codes, to which editors link.
///
/// It is in the cache folder, because a link must lead to something that a browser opens.
struct ProblemCodePage: Sendable {
  private let uri: String
  private let codes: Set<String>

  /// Writes the page unless the same text is there already; nil if no folder can hold it.
  static func write(on machine: Machine) -> ProblemCodePage? {
    guard let folder = machine.folder("XDG_CACHE_HOME", or: ".cache") else { return nil }
    let path = FilePath.joined(folder, "problem-codes.html")
    let bytes = Array(text.utf8)
    let isCurrent = (try? machine.files.read(path)) == bytes
    do throws(FileFailure) {
      if !isCurrent {
        try FileWriting.makeFolder(folder, isPrivate: true)
        try FileWriting.write(bytes, to: path)
      }
    } catch {
      return nil
    }
    return ProblemCodePage(uri: DocumentURI.uri(of: path), codes: Set(ProblemCodes.names))
  }

  /// The link to the meaning of a code; nil if the page does not have it.
  func link(to code: Problem.Code) -> String? {
    codes.contains(code.description) ? "\(uri)#\(code)" : nil
  }

  /// The page, with each code as a heading to link to.
  private static var text: String {
    let entries = ProblemCodes.names.map { code in
      let meanings = ProblemCodes.meanings(of: code).map { "<p>\(escaped($0))</p>" }
      return "<h2 id=\"\(code)\">\(code)</h2>\n\(meanings.joined(separator: "\n"))\n"
    }
    return """
      <!doctype html>
      <meta charset="utf-8">
      <title>Problem codes of virga</title>
      <h1>Problem codes of virga</h1>
      \(entries.joined())
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
