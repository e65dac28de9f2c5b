import ArgumentParser

/// The format of the output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// The option that selects the format.
struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text

  var isJSON: Bool { format == .json }
}
