import ArgumentParser

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text

  var isJSON: Bool { format == .json }
}
