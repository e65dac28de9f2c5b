import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource

enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
  /// Annotations of a GitHub workflow.
  case github
  /// SARIF 2.1.0, which code scanning services read.
  case sarif
}

struct ReportOption: ParsableArguments {
  @Option(help: "How the answer is written; github annotates a workflow's files, sarif is SARIF 2.1.0.")
  var format: ReportFormat = .text

  func answer(_ json: JSONValue, _ problems: [Problem], words: () -> Void) {
    switch format {
    case .text: words()
    case .json: Output.json(json)
    case .github: for problem in problems { Output.line(problem.annotation) }
    case .sarif: Output.json(SARIF.report(problems))
    }
  }
}

extension Problem {
  /// The workflow command that shows the problem beside its line.
  fileprivate var annotation: String {
    var locationProperties: [(String, String)] = []
    if let location {
      let (start, end) = (location.range.start, location.range.end)
      locationProperties = [("file", location.file), ("line", "\(start.line)"), ("col", "\(start.column)")]
      if end > start { locationProperties += [("endLine", "\(end.line)"), ("endColumn", "\(end.column)")] }
    }
    let properties = (locationProperties + [("title", code.description)]).map { name, value in
      "\(name)=\(Self.escaped(value, [(":", "%3A"), (",", "%2C")]))"
    }
    let level = severity == .hint ? "notice" : severity.rawValue
    return
      "::\(level) \(properties.joined(separator: ","))::\(Self.escaped((path.isEmpty ? "" : "\(path): ") + sentence))"
  }

  private static func escaped(_ text: String, _ more: [(Character, String)] = []) -> String {
    let escapes = Dictionary(
      uniqueKeysWithValues: [("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), ("\r\n", "%0D%0A")] + more)
    return text.map { escapes[$0] ?? String($0) }.joined()
  }
}
