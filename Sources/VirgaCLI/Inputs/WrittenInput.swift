import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaYAML

/// Files in YAML or JSON that are named on the command line and are no manifests.
enum WrittenInput {
  /// The value in the file called `path`; where it has errors they are printed and the program ends.
  static func read(_ path: String) throws -> JSONValue {
    let text = try text(path)
    guard let value = text.json else { throw ExitCode.problems }
    return value
  }

  /// The text of the file called `path`; where it has errors they are printed and the program ends.
  static func text(_ path: String) throws -> WrittenText {
    try text(SourceText(name: path, bytes: try Inputs.read(path)))
  }

  /// The value that a text holds; if it has errors they are printed and the program ends.
  static func text(_ source: SourceText) throws -> WrittenText {
    let text = WrittenText(source)
    for problem in text.problems { Output.remark(problem.rendered()) }
    if text.problems.contains(where: { $0.severity == .error }) { throw ExitCode.problems }
    return text
  }

  /// Says what is wrong with an input, and gives the code to end with.
  static func refused(_ message: String) -> ExitCode {
    Output.remark("error: \(message)")
    return .problems
  }
}
