import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaYAML

/// Reads YAML or JSON files other than manifests.
enum JSONInput {
  /// Reads the value in a file; prints its errors and ends the program if there are any.
  static func read(_ path: String) throws -> JSONValue {
    let text = try text(path)
    guard let value = text.json else { throw ExitCode.problems }
    return value
  }

  /// Reads the text of a file; prints its errors and ends the program if there are any.
  static func text(_ path: String) throws -> LocatedText {
    try text(SourceText(name: path, bytes: try Inputs.read(path)))
  }

  /// Parses a text; prints its problems, and ends the program if some are errors.
  static func text(_ source: SourceText) throws -> LocatedText {
    let text = LocatedText(source)
    Output.remark(text.problems)
    if text.problems.contains(where: { $0.severity == .error }) { throw ExitCode.problems }
    return text
  }

  /// Prints an error and returns the exit code for bad input.
  static func refused(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .problems
  }
}
