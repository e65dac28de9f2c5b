import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Print the differences between channels of a manifest, or between two manifests.")

  @Argument(
    help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var path: String

  @Argument(
    help: ArgumentHelp(
      "A newer manifest to compare it with, channel by channel.", valueName: "new"),
    completion: .manifest)
  var newer: String?

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

  @Flag(help: "Print every row, not only those that differ.")
  var all = false

  @OptionGroup var input: ManifestInput

  func run() throws {
    let compared = try comparedManifests()
    let comparison = Comparison(ComparedManifest.columns(of: compared))
    let ids = try features(of: comparison)
    var pairs = ComparedPair.all(in: comparison.columns)
    // A third manifest is only shown: it does not count as a version.
    if newer != nil, let source = pairs.first.map({ comparison.columns[$0.new].source }) {
      pairs.removeAll { comparison.columns[$0.new].source != source }
    }
    var rows = ids.filter { all || comparison.canDiffer($0) }.flatMap(comparison.rows)
    if !all { rows.removeAll { row in isVersions ? row.change(in: pairs) == nil : !row.differs } }
    let problems = compared.flatMap { $0.manifest.problems(inAll: shownChannels(of: $0)) }
    let hasErrors = input.options.remarkErrors(ProblemOutput.distinct(problems))
    try input.answer(
      ComparisonFormat.json(rows, columns: comparison.columns, pairs: pairs), hasErrors: hasErrors
    ) { print(rows, comparison.columns, pairs) }
  }

  /// Whether two versions are compared channel by channel, rather than channels with each other.
  private var isVersions: Bool { newer != nil && and.isEmpty }

  private func shownChannels(of each: ComparedManifest) -> [String?] {
    let channels = each.channels.isEmpty ? each.manifest.channels : each.channels
    return channels.isEmpty ? [nil] : channels
  }

  private func features(of comparison: Comparison) throws -> [String] {
    let ids = comparison.featureIDs
    guard !feature.isEmpty else { return ids }
    return try feature.map { id in
      if ids.containsName(id) { return id }
      return try input.options.feature(id, of: comparison.columns[0].manifest).id
    }
  }

  private func print(
    _ rows: [ComparisonRow], _ columns: [ComparisonColumn], _ pairs: [ComparedPair]
  ) {
    guard !rows.isEmpty else {
      Output.line("\(columns.map(\.title).joined(separator: ", ")): no differences")
      return
    }
    if isVersions, !all {
      for line in ComparedVersions(columns, pairs).lines(rows) { Output.line(line) }
      return
    }
    let hasChanges = !pairs.isEmpty
    Output.table(
      rows.map { row in
        [row.feature, row.name] + (hasChanges ? [row.change(in: pairs)?.rawValue ?? ""] : [])
          + row.cells.map(\.text)
      },
      heads: ["Feature", "Path"] + (hasChanges ? ["Change"] : []) + columns.map(\.title))
  }
}

extension CompareCommand {
  /// - Throws: A usage error if there is nothing to compare.
  private func comparedManifests() throws -> [ComparedManifest] {
    let manifests = [path, newer] + and.map { OtherManifest($0).path }
    try Inputs.claim(manifests, for: "the manifest", readsURLs: true)
    var compared = [ComparedManifest(path: path, manifest: try input.load(path))]
    if let newer { compared.append(ComparedManifest(path: newer, manifest: try input.load(newer))) }
    let names = try chosenChannels(of: compared)
    for index in compared.indices {
      let own = compared[index].manifest.channels
      compared[index].channels = names.filter(own.contains)
      if channels != nil, !own.isEmpty, compared[index].channels.isEmpty {
        let known = own.joined(separator: ", ")
        throw ValidationError(
          "\(compared[index].path) has none of the channels \(names.joined(separator: ", ")); it has \(known)"
        )
      }
    }
    for name in and { compared.append(try OtherManifest(name).compared { try input.load($0) }) }
    return compared
  }

  private func chosenChannels(of compared: [ComparedManifest]) throws -> [String] {
    let isAlone = newer == nil && and.isEmpty
    let declared = compared.map(\.manifest.channels)
    guard let channels else {
      if isAlone, declared[0].isEmpty {
        throw ValidationError("\(compared[0].manifest.name) declares no channels to compare")
      }
      return declared[0].filter { channel in declared.allSatisfy { $0.contains(channel) } }
    }
    let names = channels.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    if isAlone, names.count < 2 {
      throw ValidationError("--channels takes two or more, separated by commas, as in a,b")
    }
    for name in names where !declared.contains(where: { $0.contains(name) }) {
      _ = try ManifestNames.channel(name, of: compared[0].manifest)
    }
    return names
  }
}
