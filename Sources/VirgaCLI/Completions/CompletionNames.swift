import ArgumentParser
import SystemPackage
import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaRuntime
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The names that the manifest, the session and the recipes of a line have.
struct CompletionNames {
  private let line: ParsedLine
  private let machine: Machine

  init(of line: ParsedLine, _ machine: Machine) {
    self.line = line
    self.machine = machine
  }

  /// The names of a subject at a typed part of a word.
  ///
  /// - Throws: Any error of a file that cannot be read.
  func candidates(_ subject: CompletionSubject, at typed: String) throws -> CompletionCandidates {
    switch subject {
    case .manifest: CompletionCandidates(files: .files)
    case .manifestChannel: CompletionCandidates(try manifestChannels(typed))
    case .manifestOrChannel: manifestsAndChannels
    case .features: CompletionCandidates(try openManifestAndFlags().manifest.features.map(\.id))
    case .variables: CompletionCandidates(try variables())
    case .configs: try configs(typed)
    case .channels: CompletionCandidates(try openManifestAndFlags().manifest.channels)
    case .channelList: CompletionCandidates(try channelList(typed))
    case .recipes: CompletionCandidates(try recipes().map(\.slug))
    case .recipeSources: recipeSources
    case .branches: CompletionCandidates(try branches())
    case .recipeBranches: CompletionCandidates(try recipeBranches())
    case .flags: CompletionCandidates(try openManifestAndFlags().flags.catalogue.flags.map(\.id))
    case .flagOverrides: CompletionCandidates(try flagOverrides())
    case .sessions: CompletionCandidates(storedSessions(), files: .files)
    case .eventKinds: CompletionCandidates(SessionEvent.kinds)
    case .attributes: CompletionCandidates(attributes.candidates)
    case .expression: CompletionCandidates(attributes.candidates(inExpression: typed))
    case .setAttributes: CompletionCandidates(try setAttributes().keys)
    case .apps: CompletionCandidates(Set(try handoffTargets().map(\.app)).sorted())
    case .appChannels: CompletionCandidates(try appChannels())
    case .revisions: CompletionCandidates(try revisions())
    }
  }

  /// The manifest, flags and session that the line names; changes and fetches nothing.
  ///
  /// They are opened as a subcommand of `virga flags` would, by options that repeat those on the
  /// line.
  private func openManifestAndFlags() throws -> OpenFlags {
    var options = ["--offline"]
    for name in ["--flags", "--flags-fallback", "--repo-file", "--cache-dir", "--ref"] {
      options += try line.values(of: name).flatMap { [name, try readablePath($0)] }
    }
    if let session = line.values(of: .sessions).last { options += ["--session", path(session)] }
    if let manifest = line.values(of: .manifest).first {
      options += ["--manifest", try readablePath(manifest)]
    }
    return try FlagOptions.parse(options).open(isReadOnly: true, machine)
  }

  /// The absolute path of an existing file, anything else as it is typed.
  ///
  /// A shell has not expanded the home folder yet, as in `~/app.fml.yaml`.
  private func path(_ typed: String) -> String {
    let file = machine.path(typed)
    return FileWriting.exists(file) ? file : typed
  }

  /// The path of a file to read.
  ///
  /// - Throws: `Errno` for standard input or a pipe, which a completion must leave to the command.
  private func readablePath(_ typed: String) throws -> String {
    let path = path(typed)
    if OneTimeInput(path) != nil { throw Errno.notPermitted }
    return path
  }

  /// The files, and the channels of the manifest on the line if it can be read.
  private var manifestsAndChannels: CompletionCandidates {
    var found = CompletionCandidates((try? openManifestAndFlags().manifest.channels) ?? [])
    found.files = .files
    return found
  }

  /// The variables of the feature on the line.
  private func variables() throws -> [String] {
    let manifest = try openManifestAndFlags().manifest
    guard let id = line.values(of: .features).last, let feature = manifest.feature(id) else {
      return []
    }
    return feature.variables.map(\.name)
  }

  /// The recipes in the files of `--recipes`, then those of the session.
  private func recipes() throws -> [Recipe] {
    let options = try line.values(of: "--recipes").flatMap { ["--recipes", try readablePath($0)] }
    let inFiles =
      options.isEmpty
      ? []
      : try RecipeOptions.parse(options).read(from: RemoteFiles(isOffline: true)).recipes
    return try inFiles + openManifestAndFlags().store.session.recipes
  }

  /// The branches of the recipe on the line.
  private func branches() throws -> [String] {
    let slug = line.values(of: .recipes).last
    return try recipes().first { $0.slug == slug }?.branches.map(\.slug) ?? []
  }

  /// The branches of all recipes, as `SLUG=BRANCH`.
  private func recipeBranches() throws -> [String] {
    try recipes().flatMap { recipe in recipe.branches.map { "\(recipe.slug)=\($0.slug)" } }
  }

  /// The branches and tags of the repository around the manifest on the line, or around this
  /// folder.
  private func revisions() throws -> [String] {
    let manifest = line.values(of: .manifest).first.map { machine.path($0) }
    let folder = manifest.map { FilePath.folder(of: $0) } ?? machine.workingFolder
    return try GitRepository(around: folder).branchesAndTags()
  }

  /// The files in the default folder of sessions.
  private func storedSessions() -> [CompletionCandidate] {
    guard let folder = SessionFolder.folder(environment: machine.environment) else { return [] }
    let names = FolderReading.disk.list(folder).map(\.name).filter { $0.hasSuffix(".virga") }
    return names.sorted().map { CompletionCandidate(text: FilePath.joined(folder, $0)) }
  }
}

/// Words of several parts.
extension CompletionNames {
  /// The features as `FEATURE=`; after the `=`, the files.
  private func configs(_ typed: String) throws -> CompletionCandidates {
    guard let (lead, file) = typed.cut(afterFirst: "=") else {
      let ids = try openManifestAndFlags().manifest.features.map(\.id)
      // Not complete: the file follows directly, without a blank.
      return CompletionCandidates(ids.map { "\($0)=" }, isComplete: false)
    }
    return CompletionCandidates(FileCandidates(machine).list(file).map { $0.prefixed(with: lead) })
  }

  /// The channels that a list does not contain yet: after `beta,` it is `beta,nightly`.
  private func channelList(_ typed: String) throws -> [String] {
    let lead = typed.cut(afterLast: ",")?.lead ?? ""
    let listed = lead.split(separator: ",").map(String.init)
    let channels = try openManifestAndFlags().manifest.channels
    return channels.filter { !listed.contains($0) }.map { lead + $0 }
  }

  /// `on` and `off` for all flags, and `FLAG=on` and `FLAG=off` for each.
  private func flagOverrides() throws -> [String] {
    let ids = try openManifestAndFlags().flags.catalogue.flags.map(\.id)
    return ["on", "off"] + ids.flatMap { ["\($0)=on", "\($0)=off"] }
  }

  /// The files, and the channels of a file whose name is complete, as `FILE@CHANNEL`.
  private func manifestChannels(_ typed: String) throws -> [CompletionCandidate] {
    // No file is complete, because `@` and a channel may follow.
    let files = FileCandidates(machine).list(typed).map {
      CompletionCandidate(text: $0.text, isComplete: false)
    }
    // The text is a file whose own name may contain an @, or a file with a part of a channel.
    var possibleFiles = [typed]
    if let lead = typed.cut(afterLast: "@")?.lead { possibleFiles.append(String(lead.dropLast())) }
    guard let file = possibleFiles.first(where: { FileWriting.isFile(machine.path($0)) }) else {
      return files
    }
    let options = try FlagOptions.parse(["--offline", "--manifest", try readablePath(file)])
    let channels = try options.open(isReadOnly: true, machine).manifest.channels
    return files + channels.map { CompletionCandidate(text: "\(file)@\($0)") }
  }
}

/// Names that the program knows.
extension CompletionNames {
  /// The attributes of the configuration, of `--context`, and of a session if it can be named.
  private var attributes: CompletionAttributes {
    var attributes = CompletionAttributes()
    attributes.configured = ConfigFile.read(machine).attributes
    if let file = line.values(of: "--context").last, let path = try? readablePath(file) {
      attributes.context = (try? ContextFile.attributes(path)) ?? [:]
    }
    // A command without an option for a session does not read one.
    let canNameSession = line.arguments.contains { $0.isFor(.sessions) }
    if canNameSession { attributes.session = (try? setAttributes()) ?? [:] }
    return attributes
  }

  /// The attributes that the line's session sets, with their values.
  private func setAttributes() throws -> JSONObject {
    let session = try openManifestAndFlags().store.session
    var attributes = JSONObject()
    for name in session.names(of: .context) { attributes[name] = session[.context, name] }
    return attributes
  }

  /// The files, and the names of the live recipes of apps.
  private var recipeSources: CompletionCandidates {
    let collections = ConfigFile.read(machine).recipeCollections
    var found = CompletionCandidates(LiveRecipes.names(of: collections))
    found.files = .files
    return found
  }

  /// The builds that accept a handoff: those of the configuration, and in a session of the demo its
  /// own ones.
  private func handoffTargets() throws -> [HandoffTarget] {
    let configured = ConfigFile.read(machine).handoffTargets
    let isDemo = (try? openManifestAndFlags().store.manifest) == SessionLocation.demo
    return isDemo ? configured + DemoManifest.handoffTargets : configured
  }

  /// The channels of the builds of the app and platform on the line, or of all.
  private func appChannels() throws -> [String] {
    let app = line.values(of: .apps).last
    let platform = line.values(of: "--platform").last
    let builds = try handoffTargets().filter { build in
      let isOfApp = app == nil || build.app == app
      let isOnPlatform = platform == nil || build.platform.rawValue == platform
      return isOfApp && isOnPlatform
    }
    return Set(builds.map(\.channel)).sorted()
  }
}
