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
  @Option(
    help: "How the answer is written; github annotates a workflow's files, sarif is SARIF 2.1.0.")
  var format: ReportFormat = .text

  func answer(_ json: JSONValue, _ problems: [Problem], words: () -> Void) {
    switch format {
    case .text: words()
    case .json: Output.json(json)
    case .github: for problem in problems { Output.workflowCommand(problem.annotation) }
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
      locationProperties = [
        ("file", location.file), ("line", "\(start.line)"), ("col", "\(start.column)"),
      ]
      if end > start {
        locationProperties += [("endLine", "\(end.line)"), ("endColumn", "\(end.column)")]
      }
    }
    let properties = (locationProperties + [("title", code.description)]).map { name, value in
      "\(name)=\(Self.escaped(value, [":": "%3A", ",": "%2C"]))"
    }
    let level = severity == .hint ? "notice" : severity.rawValue
    return
      "::\(level) \(properties.joined(separator: ","))::\(Self.escaped((path.isEmpty ? "" : "\(path): ") + sentence))"
  }

  /// By scalars: a combining mark must not hide a delimiter.
  private static func escaped(_ text: String, _ more: [Unicode.Scalar: String] = [:]) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case _ where scalar.mayEndLine: escaped += "%0A"
      default: escaped += more[scalar] ?? String(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether any program takes it for a line end: those of Unicode, and the separators of ASCII.
  fileprivate var mayEndLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028...0x2029: true
    default: false
    }
  }
}
