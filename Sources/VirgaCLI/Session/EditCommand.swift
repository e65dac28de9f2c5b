import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

struct EditCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Change the edit of a feature in a session.",
    subcommands: [Set.self, Drop.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a value in the edit of a feature, or the whole edit.",
      discussion: """
        A value is JSON, or a string without quotes; after -- it may begin with a minus sign. The whole edit is a \
        JSON object, or the file that contains it, in JSON or YAML; - reads standard input.
        """)

    @Argument(help: "The feature's id.", completion: .features)
    var feature: String

    @Argument(
      help: ArgumentHelp(
        "The path of the value, such as sections-enabled.pocket; then the value. Without a path, the whole edit.",
        valueName: "path> <value"),
      completion: .variables)
    var pathAndValue: [String]

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Refuses anything but a value, or a path and a value.
    func validate() throws {
      guard (1...2).contains(pathAndValue.count) else {
        throw ValidationError("config set takes FEATURE [PATH] VALUE")
      }
    }

    /// Sets the value and prints remarks on it; warns if it was checked against no manifest.
    func run() throws {
      // The first argument is the path if there are two; else the value replaces the whole edit.
      let path = try pathAndValue.count == 2 ? PathArgument.path(pathAndValue[0]) : JSONPath()
      // `validate()` requires at least one.
      let text = pathAndValue[pathAndValue.count - 1]
      // A whole config may also be in a file.
      let value = try path.isRoot ? ValueArgument(config: text) : ValueArgument(text)
      let session = try target.open()
      var remarks: [Problem] = []
      try session.perform(output, on: feature) { operations in
        let operation: SessionOperation
        if let config = value.fileText {
          operation = try operations.setEdit(feature, to: config)
        } else {
          // `120` is tried as a number first, and as a string if the feature has no number there.
          operation = try value.first { try operations.setEdit(feature, at: path, to: $0) }
        }
        remarks = operations.remarks(on: operation, ofEdit: feature)
        return operation
      }
      Output.remark(remarks)
      session.remarkMissingManifest()
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop",
      abstract: "Remove a value from the edit of a feature, or drop the whole edit.")

    @Argument(help: "The feature's id.", completion: .features)
    var feature: String

    @Argument(help: "The path of the value (default: the whole edit).", completion: .variables)
    var path: String?

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Removes the value at the path, or the whole edit without a path, and prints the operation.
    func run() throws {
      let path = try path.map(PathArgument.path) ?? JSONPath()
      try target.open().perform(output, on: feature) { operations in
        try operations.dropEdit(feature, at: path)
      }
    }
  }
}

/// The path of a value on the command line.
enum PathArgument {
  /// Parses a path such as `items[2].title`.
  ///
  /// - Throws: A usage error if the text is not a path.
  static func path(_ text: String) throws -> JSONPath {
    do {
      return try JSONPath.parse(text)
    } catch {
      let reason = error.all.first.map { ": \($0.message)" } ?? ""
      throw ValidationError(
        "not a path: \(text)\(reason); examples are sections-enabled.pocket and items[2].title")
    }
  }
}
