import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource

/// The format of an answer that contains problems.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
  /// Annotations of a GitHub workflow.
  case github
  /// SARIF 2.1.0, which code scanning services read.
  case sarif
}

/// The option for the format of an answer that contains problems.
struct ReportOption: ParsableArguments {
  @Option(
    help: "How the answer is written; github annotates a workflow's files, sarif is SARIF 2.1.0.")
  var format: ReportFormat = .text

  /// Prints an answer in the chosen format.
  ///
  /// - Parameters:
  ///   - problems: The problems in the answer, which are all that `github` and `sarif` print.
  ///   - words: Prints the answer as text.
  func answer(_ json: JSONValue, _ problems: [Problem], words: () -> Void) {
    let files = ReportedFiles(Machine.current)
    switch format {
    case .text: words()
    case .json: Output.json(json)
    case .github:
      for problem in problems { Output.workflowCommand(problem.annotation(files)) }
    case .sarif: Output.json(SARIF(files).report(problems))
    }
  }
}

extension Problem {
  /// The workflow command of GitHub that shows the problem beside its line.
  ///
  /// For example `::error file=a.yaml,line=2,col=5,title=unknown-key::features/menu: Unknown key`.
  fileprivate func annotation(_ files: ReportedFiles) -> String {
    var properties: [(name: String, value: String)] = []
    if let location {
      let start = location.range.start
      let end = location.range.end
      properties = [
        ("file", files.name(of: location.file) ?? location.file),
        ("line", "\(start.line)"), ("col", "\(start.column)"),
      ]
      if end > start {
        properties += [("endLine", "\(end.line)"), ("endColumn", "\(end.column)")]
      }
    }
    properties.append(("title", code.description))
    // Commas separate the properties, and colons end them.
    let written = properties.map { name, value in
      "\(name)=\(Self.escaped(value, [":": "%3A", ",": "%2C"]))"
    }
    let level = severity == .hint ? "notice" : severity.rawValue
    let message = path.isEmpty ? sentence : "\(path): \(sentence)"
    return "::\(level) \(written.joined(separator: ","))::\(Self.escaped(message))"
  }

  /// A text in which each character that a command reads as its own is written with `%`: line ends,
  /// `%` itself, and the keys of `more`, which gives what to write for them.
  ///
  /// Works on scalars, because an accent that follows a comma must not hide it.
  private static func escaped(_ text: String, _ more: [Unicode.Scalar: String] = [:]) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case _ where scalar.mayEndLine: escaped += "%0A"
      default: escaped += more[scalar] ?? String(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// Whether any program takes it for a line end: those of Unicode, and the separators of ASCII.
  fileprivate var mayEndLine: Bool {
    switch value {
    // LF, vertical tab, form feed, CR; the file, group and record separators of ASCII.
    case 0x0A...0x0D, 0x1C...0x1E: true
    // Next line; the line and paragraph separators of Unicode.
    case 0x85, 0x2028...0x2029: true
    default: false
    }
  }
}
