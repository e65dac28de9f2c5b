import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The options of subcommands that read a manifest and print an answer.
struct ManifestInput: ParsableArguments {
  @OptionGroup var options: ManifestOptions
  @OptionGroup var output: FormatOption

  /// Loads a manifest, or prints its problems and ends the program.
  func load(_ path: String) throws -> Manifest { try options.loadedManifest(path) }

  /// Prints an answer as JSON, or as the text that `words` prints.
  ///
  /// - Throws: The exit code if the manifest has errors.
  func answer(
    _ json: @autoclosure () -> JSONValue, hasErrors: Bool = false, words: () -> Void
  ) throws {
    output.isJSON ? Output.json(json()) : words()
    if hasErrors { throw ExitCode.problems }
  }
}

/// The arguments that name a feature of a manifest.
struct FeatureInput: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var path: String

  @Argument(
    help: ArgumentHelp("The id of the feature.", valueName: "feature"), completion: .features)
  var id: String

  /// Required by the parser, which sets the properties afterwards.
  init() {}

  init(path: String, id: String) {
    self.path = path
    self.id = id
  }

  /// A feature of a manifest that was loaded.
  struct Loaded {
    let manifest: Manifest
    let feature: FeatureDefinition
    /// The channel whose defaults apply; nil if the manifest declares none.
    let channel: String?
    /// Whether the manifest has errors that the feature depends on, which were printed.
    let hasErrors: Bool
  }

  /// Loads the manifest and finds the feature.
  ///
  /// A manifest with errors is used as far as it can be read; they are printed on standard error.
  ///
  /// - Parameter isStrict: Whether errors in other features count, too.
  func load(_ channel: String?, _ options: ManifestOptions, isStrict: Bool) throws -> Loaded {
    let manifest = try options.loadedManifest(path)
    let channel = try options.channel(channel, of: manifest)
    let feature = try options.feature(id, of: manifest)
    let hasErrors = options.remarkErrors(
      manifest.problems(inAll: [channel]), about: [id], isStrict: isStrict)
    // The feature must not seem to lack variables that could not be read.
    options.remarkUnreadVariables(of: feature)
    return Loaded(manifest: manifest, feature: feature, channel: channel, hasErrors: hasErrors)
  }
}

extension ManifestOptions {
  /// The channel called `name`; without a name the manifest's only one, or nil if it has none.
  ///
  /// - Throws: A usage error if the manifest does not declare the channel, or if it has several and
  ///   none is given.
  func channel(_ name: String?, of manifest: Manifest) throws -> String? {
    if let name { return try ManifestNames.channel(name, of: manifest) }
    let channels = manifest.channels
    guard channels.count > 1 else { return channels.first }
    throw ValidationError("name a channel with --channel: \(channels.joined(separator: ", "))")
  }

  /// The feature with an id.
  ///
  /// - Throws: A usage error if the manifest has no such feature; the exit code if its errors,
  ///   printed here, may be why.
  func feature(_ id: String, of manifest: Manifest) throws -> FeatureDefinition {
    do throws(UnknownName) {
      return try ManifestNames.feature(id, of: manifest)
    } catch {
      guard remarkErrors(manifest.problems) else { throw error }
      throw JSONInput.refused("\(error)")
    }
  }

  /// Prints the errors among `problems` on standard error; true if there are any.
  func remarkErrors(_ problems: [Problem]) -> Bool {
    let errors = problems.filter { $0.severity == .error }
    Output.remark(errors)
    return !errors.isEmpty
  }

  /// Prints the errors among `problems` that an answer about the features `ids` depends on; returns
  /// whether there are any.
  ///
  /// Errors in other features are only counted in a note. If `ids` is empty, the answer is about
  /// all features, so that all errors are printed, as with `isStrict`.
  func remarkErrors(_ problems: [Problem], about ids: [String], isStrict: Bool) -> Bool {
    let countsAll = isStrict || ids.isEmpty
    if countsAll { return remarkErrors(problems) }
    let errors = problems.filter { $0.severity == .error }
    func isOfOtherFeature(_ error: Problem) -> Bool {
      ids.allSatisfy { id in error.isOfOtherFeature(than: id) }
    }
    let hasErrors = remarkErrors(errors.filter { !isOfOtherFeature($0) })
    let otherErrors = errors.filter(isOfOtherFeature)
    if let first = otherErrors.first {
      let place = first.location.map { ", such as \($0)" } ?? ""
      Output.remark(
        "note: \(otherErrors.count.pluralizing("error")) in other features of the manifest\(place): "
          + "virga validate prints them, and --strict makes them fail")
    }
    return hasErrors
  }

  /// Prints which variables of a feature could not be read, so that it does not seem to lack them;
  /// the errors were printed.
  func remarkUnreadVariables(of feature: FeatureDefinition) {
    guard !feature.brokenNames.isEmpty else { return }
    let names = feature.brokenNames.map { "`\($0)`" }.joined(separator: ", ")
    Output.remark("note: \(feature.id) has variables that could not be read: \(names)")
  }

  /// Loads the demo for nil; prints the problems and ends the program if the manifest cannot be
  /// loaded.
  func loadedManifest(_ path: String?) throws -> Manifest {
    try reportingProblems {
      if let path { return try load(path) }
      return try DemoManifest.loader.load(DemoManifest.root)
    }
  }

  /// Loads the manifest of a revision; prints the problems and ends the program if it cannot be
  /// loaded.
  func loadedManifest(_ version: ManifestVersion) throws -> Manifest {
    try claim()
    return try reportingProblems { try version.load(with: loader()) }
  }

  /// The manifest that `load` returns.
  ///
  /// - Throws: The exit code, after printing the problems that `load` throws.
  private func reportingProblems(_ load: () throws -> Manifest) throws -> Manifest {
    do {
      return try load()
    } catch let problems as Problems {
      Output.remark(problems.all)
      throw problems.hasUnreadableInput ? ExitCode.couldNotRun : ExitCode.problems
    }
  }
}

extension Problems {
  /// Whether a file could not be read, rather than having wrong contents.
  var hasUnreadableInput: Bool {
    all.contains { $0.code == "unreadable-file" || $0.code == "not-fetched" }
  }
}
