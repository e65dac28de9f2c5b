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

    func validate() throws {
      guard (1...2).contains(pathAndValue.count) else {
        throw ValidationError("config set takes FEATURE [PATH] VALUE")
      }
    }

    /// Sets the value and prints remarks on it; warns if it was checked against no manifest.
    func run() throws {
      // The first argument is the path if there are two; else the value replaces the whole edit.
      let path = try pathAndValue.count == 2 ? PathArgument.path(pathAndValue[0]) : JSONPath()
      let value = try value()
      let session = try target.open()
      var remarks: [Problem] = []
      try session.perform(output, on: feature) { operations in
        // `120` is tried as a number first, and as a string if the feature has no number there.
        let operation = try value.first { try operations.setEdit(feature, at: path, to: $0) }
        remarks = operations.remarks(on: operation, ofEdit: feature)
        return operation
      }
      Output.remark(remarks)
      // If the session's manifest could not be loaded, opening the session has said so.
      let hasManifest = session.manifest != nil || session.store.manifest != nil
      if hasManifest { return }
      Output.remark(
        "warning: not checked, because the session has no manifest; give one with --manifest")
    }

    /// The value on the command line; as the whole edit, which is an object, also that in a file.
    private func value() throws -> ValueArgument {
      let text = pathAndValue[pathAndValue.count - 1]
      guard pathAndValue.count == 1, Self.namesFile(text) else { return try ValueArgument(text) }
      try Inputs.claim([text], for: "the config")
      return ValueArgument(try JSONInput.read(text))
    }

    /// Whether a text is the path of a file rather than JSON, such as `1.5` or `{"text": "a.b"}`.
    private static func namesFile(_ text: String) -> Bool {
      if text == "-" { return true }
      // JSON with a mistake in it is still meant as JSON.
      let beginsLikeJSON = text.first.map { "{[\"".contains($0) } ?? true
      let isJSON = beginsLikeJSON || (try? JSONValue.parse(text)) != nil
      return !isJSON && UnknownWord.namesInput(text)
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
