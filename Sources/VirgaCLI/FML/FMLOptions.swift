import ArgumentParser
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The options of all subcommands of `fml`, and what they share.
struct FMLOptions: ParsableArguments {
  @OptionGroup var manifest: ManifestOptions

  /// Loads the only manifest of `input`, which may be a folder or a pattern.
  func load(_ input: String) throws -> Manifest { try load(file: try file(input)) }

  /// Loads a manifest, with warnings of what nimbus-fml rejects; ends the program, after printing
  /// its problems, if that fails.
  func load(file: String) throws -> Manifest {
    do {
      // Extensions are what virga accepts and nimbus-fml rejects; the manifest has warnings of it.
      return try manifest.load(file, .reportingExtensions)
    } catch let problems as Problems {
      throw Self.failure(problems.all)
    }
  }

  /// The manifest, and its features merged for `channel`; fails if it has errors there.
  func loadValid(
    _ input: String, channel: String?
  ) throws -> (manifest: Manifest, merged: [MergedFeature]) {
    let manifest = try load(input)
    return (manifest, try Self.check(manifest, channel: channel))
  }

  /// The files of `input`: itself, or the manifests in a folder or matching a pattern.
  func files(_ input: String) throws -> [String] {
    let found = ManifestSearch.files(input, from: Machine.current.workingFolder)
    if found.isEmpty { throw Self.failure("\(input): no file name ends in .fml.yaml") }
    return found
  }

  /// The only file of `input`.
  private func file(_ input: String) throws -> String {
    let files = try files(input)
    guard files.count == 1 else {
      throw Self.failure(
        "\(input) holds \(files.count) manifests; name one: \(files.joined(separator: ", "))")
    }
    return files[0]
  }

  /// Fails if the manifest has errors in `channel`; returns its features merged for that channel.
  ///
  /// Accepts a channel that only imported modules declare: the manifest's own defaults for every
  /// channel apply.
  @discardableResult
  static func check(_ manifest: Manifest, channel: String?) throws -> [MergedFeature] {
    let isDeclaredByModule =
      channel.map { name in manifest.modules.contains { $0.channels.containsName(name) } } ?? false
    /// Whether a problem counts: an unknown channel does not if an imported module declares it.
    func isError(_ problem: Problem) -> Bool {
      if problem.code == "unknown-channel", isDeclaredByModule { return false }
      return problem.severity == .error
    }
    let merged = manifest.merged(channel: channel)
    let channelProblems = manifest.problems(in: channel, of: merged)
    let hasErrors =
      manifest.problems.contains(where: isError) || channelProblems.contains(where: isError)
    // The printed list also has the errors of the manifest itself, in file order.
    if hasErrors { throw failure(manifest.problems(inAll: [channel]).filter(isError)) }
    return merged
  }

  /// Prints a line for each problem, such as `app.fml.yaml:3:1: features/menu: Unknown key
  /// [unknown-key]`, and returns the exit code.
  static func failure(_ problems: [Problem]) -> ExitCode {
    for problem in problems.distinct {
      let location = problem.location.map { "\($0): " } ?? ""
      let path = problem.path.isEmpty ? "" : "\(problem.path): "
      // Only the printing is wanted here: the exit code is the same for all.
      _ = failure("\(location)\(path)\(problem.sentence) [\(problem.code)]")
    }
    return .problems
  }

  /// Prints an error and returns the exit code.
  static func failure(_ message: String) -> ExitCode {
    Output.remark("error: \(message.inOneLine)")
    return .problems
  }

  /// Fails if the output is a URL; called first, because no other check of its name makes sense.
  static func checkOutput(_ path: String) throws {
    if path.isURL { throw failure("\(path): Cannot write to a URL; name a file") }
  }

  /// Writes a document to a file, to the file `name` in a folder, or for `-` to standard output.
  static func write(_ text: String, to path: String, named name: String) throws {
    guard path != "-" else { return Output.document(text) }
    let base = Machine.current.workingFolder
    do {
      let file = try FileWriting.fileMakingFolder(at: path, named: name, from: base)
      try FileWriting.write(Array(text.utf8), to: FilePath.joined(base, file))
    } catch {
      throw failure("\(error)")
    }
  }
}
