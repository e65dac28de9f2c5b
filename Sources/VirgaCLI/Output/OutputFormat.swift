import ArgumentParser

/// The format of an answer.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The option for the format of an answer.
struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text

  var isJSON: Bool { format == .json }
}
