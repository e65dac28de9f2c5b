import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSession

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Print the differences between channels, manifests or revisions of a manifest.",
    discussion: "With --session it prints what a session changed in its recipes.")

  @Argument(
    help: ArgumentHelp(
      "The manifest; - reads standard input. Only --session needs none.", valueName: "manifest"),
    completion: .manifest)
  var manifestPath: String?

  @Argument(
    help: ArgumentHelp(
      "A newer manifest to compare it with, channel by channel, or the channels to compare.",
      valueName: "new"),
    completion: .manifestOrChannel)
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare the manifest in this revision of git with the files here, or with a second --rev; BASE..HEAD and BASE...HEAD work too.",
      valueName: "revision"), completion: .revisions)
  var rev: [String] = []

  @Option(
    help: ArgumentHelp(
      "The channels to compare, separated by commas (default: all; of two manifests, the common ones).",
      valueName: "a,b"), completion: .channelList)
  var channels: String?

  @Option(
    help: ArgumentHelp(
      "Add another manifest's channel as a column; repeatable.", valueName: "file@channel"),
    completion: .manifestChannel)
  var and: [String] = []

  @Option(
    help: ArgumentHelp("Only this feature; repeatable.", valueName: "id"), completion: .features)
  var feature: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare the recipes that this session changed with their files.", valueName: "file"),
    completion: .sessions)
  var session: String?

  @Flag(help: "Print every row, not only those that differ.")
  var all = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var options: ManifestOptions

  @Option(help: "The output format; markdown is for a review, with long values folded.")
  var format: Format = .text

  /// The format of the differences.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
  }

  /// Refuses a missing manifest, revisions that cannot be compared, and channels that are named in
  /// two ways.
  func validate() throws {
    if session != nil { return try validateSession() }
    if manifestPath == nil {
      throw ValidationError("name a manifest, or a session with --session")
    }
    if !rev.isEmpty { try validateRevisions() }
    // Channels can also be named without an option, as in `compare app.fml.yaml beta release`.
    guard channels != nil, let words = channelWords else { return }
    throw ValidationError(
      "unexpected \(words.joined(separator: " ")): --channels names the channels already")
  }

  /// Refuses what only comparisons of manifests have, together with a session.
  private func validateSession() throws {
    let hasOtherManifests = !others.isEmpty || !rev.isEmpty || !and.isEmpty
    let selectsValues = channels != nil || !feature.isEmpty || all
    guard hasOtherManifests || selectsValues else { return }
    throw ValidationError(
      "--session compares recipes with their files: use it without channels, features, revisions or a second manifest"
    )
  }

  /// The manifest; `validate()` requires it if no session is named.
  private var path: String { manifestPath ?? "" }

  /// Refuses values of `--rev` that are not a range, and a second manifest besides them.
  private func validateRevisions() throws {
    guard RevisionRange(rev) != nil else {
      throw ValidationError(
        "--rev takes one revision, two, or one range such as main...HEAD; not \(rev.joined(separator: " and "))"
      )
    }
    if let newer {
      throw ValidationError("--rev compares versions of one manifest; leave out \(newer), or --rev")
    }
  }

  /// Prints the differences; ends with an exit code if a manifest has errors in the compared
  /// channels.
  func run() throws {
    if let session { return try printChangedRecipes(of: session) }
    let compared = try comparedManifests()
    let comparison = Comparison(ComparedManifest.columns(of: compared))
    let pairs = pairs(in: comparison.columns)
    let rows = try rows(of: comparison, pairs)
    let problems = compared.flatMap { $0.manifest.problems(inAll: shownChannels(of: $0)) }
    let hasErrors = options.remarkErrors(
      problems.distinct, about: feature, isStrict: strictness.strict)
    switch format {
    case .text: print(rows, comparison.columns, pairs)
    case .json:
      Output.json(ComparisonFormat.json(rows, columns: comparison.columns, pairs: pairs))
    case .markdown:
      // Without pairs, the document shows all columns instead of old and new values.
      let pairsOfVersions = comparesVersions && !all ? pairs : []
      // Columns of two revisions are named after these, so the title has to name the manifest.
      let manifest = rev.isEmpty ? nil : path
      let markdown = ComparisonMarkdown(manifest, comparison.columns, pairsOfVersions)
      Output.document(markdown.text(rows))
    }
    if hasErrors { throw ExitCode.problems }
  }

  /// A newer manifest to compare the first one with; nil to compare channels.
  private var newer: String? { channelWords == nil ? others.first : nil }

  /// The channels named without an option, as in `compare app.fml.yaml beta release`; nil if the
  /// words are manifests.
  ///
  /// A single word is a channel if no file has this name and nothing in it looks like a path.
  private var channelWords: [String]? {
    let isManifest = others.count == 1 && (others[0] == "-" || UnknownWord.namesInput(others[0]))
    return others.isEmpty || isManifest ? nil : others
  }

  /// Whether there are two versions of a manifest, in two files or in two revisions.
  private var hasVersions: Bool { newer != nil || !rev.isEmpty }

  /// Whether two versions are compared channel by channel, rather than channels with each other.
  private var comparesVersions: Bool { hasVersions && and.isEmpty }

  /// The pairs of an old and a new column, channel by channel.
  ///
  /// A third manifest is only shown: it does not count as a version.
  private func pairs(in columns: [ComparisonColumn]) -> [ComparedPair] {
    let pairs = ComparedPair.all(in: columns)
    guard hasVersions, let first = pairs.first else { return pairs }
    let newerManifest = columns[first.new].manifestIndex
    return pairs.filter { columns[$0.new].manifestIndex == newerManifest }
  }

  /// The rows of the chosen features; without `--all` only those that differ.
  ///
  /// Two versions differ if the old and the new column of a pair do, that is in the same channel;
  /// other columns if any two of them do.
  private func rows(of comparison: Comparison, _ pairs: [ComparedPair]) throws -> [ComparisonRow] {
    let ids = try features(of: comparison)
    if all { return ids.flatMap(comparison.rows) }
    // Asking first is far cheaper than computing the rows.
    let rows = ids.filter(comparison.canDiffer).flatMap(comparison.rows)
    return rows.filter { comparesVersions ? $0.change(in: pairs) != nil : $0.differs }
  }

  /// The channels of a manifest that have columns; nil for a manifest without channels.
  private func shownChannels(of each: ComparedManifest) -> [String?] {
    let channels = each.channels.isEmpty ? each.manifest.channels : each.channels
    return channels.isEmpty ? [nil] : channels
  }

  /// The ids of the features of `--feature`, or of all without the option.
  private func features(of comparison: Comparison) throws -> [String] {
    let ids = comparison.featureIDs
    guard !feature.isEmpty else { return ids }
    return try feature.map { id in
      if ids.containsName(id) { return id }
      // Refuses the unknown id, with the errors of the first manifest that may be why.
      return try options.feature(id, of: comparison.columns[0].manifest).id
    }
  }

  /// What was compared, in few words: the versions, each of which has a column for every channel,
  /// or else the columns.
  private func compared(_ columns: [ComparisonColumn]) -> [String] {
    guard comparesVersions else { return columns.map(\.title) }
    var files: [String] = []
    for column in columns where !files.contains(column.file) { files.append(column.file) }
    return files
  }

  /// Prints two versions as changes by feature, anything else as a table.
  private func print(
    _ rows: [ComparisonRow], _ columns: [ComparisonColumn], _ pairs: [ComparedPair]
  ) {
    guard !rows.isEmpty else {
      Output.line("\(compared(columns).joined(separator: ", ")): no differences")
      return
    }
    if comparesVersions, !all {
      for line in ComparedVersions(columns, pairs).lines(rows) { Output.line(line) }
      return
    }
    // Only pairs of manifests have a column for the change.
    let changeHead = pairs.isEmpty ? [] : ["Change"]
    let cells = rows.map { row in
      let change = pairs.isEmpty ? [] : [row.change(in: pairs)?.rawValue ?? ""]
      return [row.feature, row.name] + change + row.cells.map(\.text)
    }
    Output.table(cells, heads: ["Feature", "Path"] + changeHead + columns.map(\.title))
  }
}

extension CompareCommand {
  /// Prints what a session changed in its recipes, against their files.
  private func printChangedRecipes(of file: String) throws {
    let machine = Machine.current
    // Without a manifest, the session of any manifest is read.
    let identity = manifestPath.flatMap { SessionLocation.identity(ofManifest: $0, on: machine) }
    let location = SessionLocation(file, on: machine)
    let session = try OpenSession.trying {
      try location.open(manifest: identity, isReadOnly: true).session
    }
    // Together with a manifest, a missing file is a new session, as for other commands.
    if manifestPath == nil, let failure = location.failureOfMissingFile {
      throw OpenSession.failed(failure)
    }
    let compared = ComparedRecipes(session)
    switch format {
    case .json: Output.json(compared.json)
    case .markdown: Output.document(compared.markdown)
    case .text where compared.cells.isEmpty: Output.line("\(file): no differences")
    case .text: Output.table(compared.cells, heads: ComparedRecipes.heads)
    }
  }
}

extension CompareCommand {
  /// Loads the manifests, each with the channels to compare.
  ///
  /// - Throws: A usage error if there is nothing to compare.
  private func comparedManifests() throws -> [ComparedManifest] {
    // Standard input can be read only once, so it is refused if two arguments name it.
    let manifests = [path, newer] + and.map { OtherManifest($0).path }
    try Inputs.claim(manifests, for: "the manifest", readsURLs: true)
    var compared = try rev.isEmpty ? manifestsInFiles() : manifestsInRevisions()
    let names = try chosenChannels(of: compared)
    for index in compared.indices {
      compared[index].channels = names.filter(compared[index].manifest.channels.contains)
      if namesChannels { try checkChannels(of: compared[index], named: names) }
    }
    // Each of these has its own channel, as in `other.fml.yaml@beta`.
    for name in and {
      compared.append(try OtherManifest(name).compared { try options.loadedManifest($0) })
    }
    return compared
  }

  /// Throws a usage error for a manifest that declares channels, but none of those that the
  /// arguments name.
  private func checkChannels(of compared: ComparedManifest, named names: [String]) throws {
    let declared = compared.manifest.channels
    // The channels to compare are those of `names` that the manifest declares.
    let lacksAll = !declared.isEmpty && compared.channels.isEmpty
    guard lacksAll else { return }
    let known = declared.joined(separator: ", ")
    throw ValidationError(
      "\(compared.version ?? compared.path) has none of the channels \(names.joined(separator: ", ")); it has \(known)"
    )
  }

  /// The manifest, and the newer one that the arguments may name.
  private func manifestsInFiles() throws -> [ComparedManifest] {
    try [path, newer].compactMap(\.self).map { path in
      ComparedManifest(path: path, manifest: try options.loadedManifest(path))
    }
  }

  /// The manifest in the revisions of `--rev`; without a second one also the files on disk.
  private func manifestsInRevisions() throws -> [ComparedManifest] {
    guard let range = RevisionRange(rev) else { return [] }
    let versions = try ManifestVersion.found(range, of: path)
    // The file may have had another path in the older revision.
    if versions.old.isRenamed {
      Output.remark("note: \(path) is \(versions.old.path) in \(versions.old.name)")
    }
    var old = ComparedManifest(path: path, manifest: try options.loadedManifest(versions.old))
    old.version = versions.old.name
    var new: ComparedManifest
    if let version = versions.new {
      new = ComparedManifest(path: path, manifest: try options.loadedManifest(version))
      new.version = version.name
    } else {
      new = ComparedManifest(path: path, manifest: try options.loadedManifest(path))
      new.version = Self.workTree
    }
    return [old, new]
  }

  /// What columns call the files on disk, next to a revision.
  private static let workTree = "work tree"

  /// Whether the arguments name channels.
  private var namesChannels: Bool { channels != nil || channelWords != nil }

  /// The channels that the arguments name; without any, those that all manifests declare.
  ///
  /// - Throws: A usage error if a channel does not exist, or if there are too few to compare.
  private func chosenChannels(of compared: [ComparedManifest]) throws -> [String] {
    // With a single manifest, its channels are compared with each other.
    let isOnlyManifest = !hasVersions && and.isEmpty
    let declared = compared.map(\.manifest.channels)
    guard namesChannels else {
      if isOnlyManifest, declared[0].isEmpty {
        throw ValidationError("\(compared[0].manifest.name) declares no channels to compare")
      }
      return declared[0].filter { channel in declared.allSatisfy { $0.contains(channel) } }
    }
    let names = channelsInArguments
    for name in names {
      let exists = declared.contains { $0.contains(name) }
      if !exists { try refuseChannel(name, of: compared[0].manifest) }
    }
    if isOnlyManifest, names.count < 2 {
      let others = declared[0].filter { !names.contains($0) }
      let example = (names + others).prefix(2).joined(separator: ",")
      throw ValidationError("name two or more channels, as in --channels \(example)")
    }
    return names
  }

  /// The channels that the words or `--channels` name: `beta,release` and `beta release` name two.
  private var channelsInArguments: [String] {
    let lists = channelWords ?? [channels ?? ""]
    return lists.flatMap { list in
      list.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    }
  }

  /// Throws the usage error for a channel that no manifest declares, which may be meant as a third
  /// manifest.
  private func refuseChannel(_ name: String, of manifest: Manifest) throws {
    // Without `--channels`, channels and files are words alike.
    let mayBeFile = channels == nil
    if mayBeFile, UnknownWord.namesInput(name) {
      throw ValidationError(
        "compare takes two manifests; --and \(name)@CHANNEL adds a channel of another one")
    }
    // This throws, because the manifest does not have the channel.
    _ = try ManifestNames.channel(name, of: manifest)
  }
}
