import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// What the subcommands that read a manifest share.
protocol ManifestCommand: ParsableCommand {
  var manifestOptions: ManifestOptions { get }
}

extension ManifestCommand {
  /// Reads a manifest, or ends the program with what is wrong with it.
  func loadedManifest(_ path: String) throws -> Manifest { try manifestOptions.loadedManifest(path) }

  /// The channel to use: the one named, else the only one there is.
  ///
  /// - Throws: a usage error where the name is not declared, or where one has to be named.
  func channel(_ name: String?, of manifest: Manifest) throws -> String? {
    if let name { return try ManifestNames.channel(name, of: manifest) }
    let channels = manifest.channels
    guard channels.count > 1 else { return channels.first }
    throw ValidationError("name a channel with --channel: \(channels.joined(separator: ", "))")
  }

  /// The feature called `id`.
  ///
  /// - Throws: a usage error with a near name where there is none.
  func feature(_ id: String, of manifest: Manifest) throws -> FeatureDefinition {
    try ManifestNames.feature(id, of: manifest)
  }

  /// Prints the errors of `problems` on standard error; true where there are some.
  func remarkErrors(_ problems: [Problem]) -> Bool {
    let errors = problems.filter { $0.severity == .error }
    for problem in errors { Output.remark(problem.rendered()) }
    return !errors.isEmpty
  }
}

extension ManifestOptions {
  /// Reads a manifest, the embedded demo without a path, or ends the program with what is wrong with it.
  func loadedManifest(_ path: String?) throws -> Manifest {
    do {
      if let path { return try load(path) }
      return try DemoManifest.loader.load(DemoManifest.root)
    } catch let problems as Problems {
      for problem in problems.all { Output.remark(problem.rendered()) }
      throw problems.saysThatNothingCouldBeRead ? ExitCode.couldNotRun : ExitCode.problems
    }
  }
}

extension Problems {
  /// Whether the machine could not give the input, so that nothing can be said about it.
  var saysThatNothingCouldBeRead: Bool { all.contains { $0.code == "unreadable-file" || $0.code == "not-fetched" } }
}
