import ArgumentParser

/// How an answer is written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// The option that chooses between them.
struct FormatOption: ParsableArguments {
  @Option(help: "How the answer is written.")
  var format: OutputFormat = .text

  var isJSON: Bool { format == .json }
}
