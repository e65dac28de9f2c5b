import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// Whether a manifest, a config or a recipe has changed since it was checked.
  var hasPendingDiagnostics: Bool {
    !workspace.documentsToSearch.isEmpty || diagnostics.job != nil || uncheckedManifest != nil
      || uncheckedConfig != nil
  }

  /// The first manifest that has changed since it was checked.
  private var uncheckedManifest: LoadedManifest? {
    workspace.manifestPaths.lazy.compactMap { workspace.stored($0) }.first { manifest in
      !diagnostics.isChecked(manifest)
    }
  }

  /// The first open config or file of recipes that no manifest contains and that changed since it
  /// was checked.
  private var uncheckedConfig: OpenDocument? {
    let paths = workspace.documents.keys.sorted()
    let unchecked = paths.first { path in
      !diagnostics.isChecked(config: path.text) && workspace.manifestPaths(of: path.text).isEmpty
    }
    return unchecked.flatMap { workspace.documents[$0] }
  }

  /// Computes one part of the diagnostics: finds manifests, loads one, checks it in a channel, or
  /// checks a config.
  mutating func diagnoseNext() {
    // The client shows the beginning before the work is done, in the next step.
    if loadsNewManifest, beginProgress() { return }
    if !workspace.documentsToSearch.isEmpty {
      workspace.searchNext()
    } else if diagnostics.job != nil {
      continueJob()
    } else if let manifest = uncheckedManifest {
      beginJob(manifest.path)
    } else if let document = uncheckedConfig {
      diagnostics.markChecked(config: document.path)
      publish(configProblems(of: document), of: document.path)
    }
    if !hasPendingDiagnostics { endProgress() }
  }

  /// Whether the next part of the diagnostics loads a manifest for the first time, which may take
  /// long.
  private var loadsNewManifest: Bool {
    // The manifests of new documents are searched before anything is checked.
    if !workspace.documentsToSearch.isEmpty { return workspace.loadsNext }
    if diagnostics.job != nil { return false }
    if let manifest = uncheckedManifest { return manifest.isNew }
    guard let config = uncheckedConfig, !isRulesFile(config.path) else { return false }
    return workspace.namedManifest(for: config.path).map { workspace.stored($0) == nil } ?? false
  }

  /// Loads a manifest, and begins its check; one that cannot be loaded has only its failures.
  private mutating func beginJob(_ path: String) {
    let loaded = workspace.manifest(path)
    let parts = workspace.removeIncludedParts()
    if !parts.isEmpty { forget(parts) }
    // The file itself may be a part of another manifest, which is then checked instead.
    guard workspace.stored(path) != nil else { return }
    guard let manifest = loaded.manifest else {
      diagnostics.markChecked(path, revision: loaded.revision)
      publish(failures(of: loaded), of: path)
      return
    }
    diagnostics.job = Diagnostics.Job(
      path: path, revision: loaded.revision, manifest: manifest, channels: manifest.checkedChannels)
  }

  /// Checks the manifest of the job in its next channel; publishes the problems after the last one.
  ///
  /// The job is dropped if the manifest has changed since.
  private mutating func continueJob() {
    guard var job = diagnostics.job else { return }
    diagnostics.job = nil
    guard let stored = workspace.stored(job.path), !stored.isStale, stored.revision == job.revision
    else { return }
    guard job.channels.isEmpty else {
      let channel = job.channels.removeFirst()
      job.found.append((channel, job.manifest.problems(in: channel)))
      diagnostics.job = job
      return
    }
    let manifest = job.manifest
    let aboutProblems = manifest.aboutProblems(isIncluded: { workspace.isIncluded(job.path) })
    let problems = manifest.channelProblems(
      of: job.found, and: manifest.identifierProblems + aboutProblems)
    diagnostics.markChecked(job.path, revision: job.revision)
    let shown = applyingRules(to: problems, of: manifest, job.path)
    publish(files(of: shown, in: manifest), of: job.path)
  }

  /// The problems that the rules of the project neither ignore nor hide.
  ///
  /// A warning that fails a strict check is an error here, too.
  private func applyingRules(
    to problems: [ChannelProblem], of manifest: Manifest, _ path: String
  ) -> [ChannelProblem] {
    // A manifest that another one is meant to include may lack what that one declares.
    let known = manifest.withoutProblemsFixedByIncluding(problems)
    guard let rules = workspace.rulesFile(for: FilePath.folder(of: path))?.rules else {
      return known
    }
    let notIgnored = rules.applied(to: known).counted
    let counted = notIgnored.filter { rules.prints($0.problem) }
    return counted.map { each in
      var problem = each.problem
      if rules.fails(problem) { problem.severity = .error }
      return ChannelProblem(problem, in: each.channels)
    }
  }

  /// The problems of a top file that is not a manifest.
  private func failures(of loaded: LoadedManifest) -> Diagnostics.Files {
    let source = workspace.source(loaded.path)
    if source == nil, let found = failuresInRules(loaded) { return found }
    let shown = source ?? SourceText(name: loaded.path, bytes: [])
    return [Name(loaded.path): loaded.failures.map { ReportedProblem($0, in: shown) }]
  }

  /// Why a manifest cannot be read, at its name in the rules of the project; nil if none name it.
  ///
  /// The file of the manifest may not exist, as while somebody types its name.
  private func failuresInRules(_ loaded: LoadedManifest) -> Diagnostics.Files? {
    guard let rules = workspace.rulesFile(naming: loaded.path),
      let location = rules.manifestLocation
    else { return nil }
    let problems = loaded.failures.map { failure in
      var problem = failure
      problem.location = location
      return ReportedProblem(problem, in: rules.source)
    }
    return [Name(workspace.surroundings.files.canonical(rules.source.name)): problems]
  }

  /// The problems of a manifest by the paths of their files; those without a location are in the
  /// top file.
  private func files(of problems: [ChannelProblem], in manifest: Manifest) -> Diagnostics.Files {
    let related = RelatedPlaces(manifest: manifest)
    let namedFiles = manifest.files.map { ($0.shownName, $0) }
    let filesByName = Dictionary(naming: namedFiles) { first, _ in first }
    var found: Diagnostics.Files = [:]
    for each in problems {
      let problem = each.namingChannels
      let file = problem.location.flatMap { filesByName[$0.file] } ?? manifest.files.first
      guard let file, let source = file.source else { continue }
      var reported = ReportedProblem(problem, in: source)
      reported.related = related.places(of: problem, in: source)
      found[file.path, default: []].append(reported)
    }
    return found
  }

  /// Stores the problems of a manifest or a config, and sends those of the files that they change.
  mutating func publish(_ found: Diagnostics.Files, of owner: String) {
    for path in diagnostics.store(found, of: owner) { sendProblems(of: path) }
  }

  /// Sends the problems of a file, unless the client has them already.
  mutating func sendProblems(of path: String) {
    // Files of the web are not shown.
    guard path.hasPrefix("/") else { return }
    let uri = workspace.uri(of: path)
    let problems = diagnostics.problems(of: path)
    let source = workspace.source(path) ?? SourceText(name: path, bytes: [])
    let positions = positions(in: source)
    let json = JSONValue.array(problems.map { diagnostic($0, positions) })
    guard diagnostics.publish(json, for: uri) else { return }
    var params: JSONObject = ["uri": .string(uri), "diagnostics": json]
    if let version = workspace.documents[path]?.version { params["version"] = .integer(version) }
    notify("textDocument/publishDiagnostics", .object(params))
  }

  /// A problem as LSP has it.
  func diagnostic(_ reported: ReportedProblem, _ positions: TextPositions) -> JSONValue {
    let problem = reported.problem
    var json: JSONObject = [
      "range": positions.json(reported.range),
      "severity": .integer(problem.severity.number),
      "code": .string(problem.code.description),
      "source": "virga",
      "message": .string(problem.sentence),
    ]
    if let link = workspace.surroundings.explanation(problem.code) {
      json["codeDescription"] = ["href": .string(link)]
    }
    // The number of LSP for something that is not used.
    let unused: JSONValue = 1
    if reported.isOfUnused { json["tags"] = [unused] }
    let related = reported.related.compactMap { place -> JSONValue? in
      guard let location = location(place.range, in: place.file) else { return nil }
      return ["location": location, "message": .string(place.message)]
    }
    if !related.isEmpty { json["relatedInformation"] = .array(related) }
    return .object(json)
  }

  /// A range of a manifest's file, as LSP has it; nil if the file is not on disk.
  func location(_ range: SourceRange, in file: ManifestFile) -> JSONValue? {
    guard let source = file.source, file.path.hasPrefix("/") else { return nil }
    return [
      "uri": .string(workspace.uri(of: file.path)), "range": positions(in: source).json(range),
    ]
  }

  /// A location in a manifest, as LSP has it; nil if the file is not on disk.
  func location(_ location: SourceLocation, in manifest: Manifest) -> JSONValue? {
    manifest.file(named: location.file).flatMap { self.location(location.range, in: $0) }
  }
}

extension Manifest {
  /// The file that locations call `name`.
  func file(named name: String) -> ManifestFile? {
    files.first { $0.shownName.isSameName(as: name) }
  }
}

extension ChannelProblem {
  /// The problem with its channels in the message, as in `…, in beta, release`.
  fileprivate var namingChannels: Problem {
    var problem = problem
    if !channels.isEmpty { problem.message += ", in \(channels.joined(separator: ", "))" }
    return problem
  }
}

extension Problem.Severity {
  /// The number of the severity in LSP, in which 3 is for information.
  fileprivate var number: Int64 {
    switch self {
    case .error: 1
    case .warning: 2
    case .hint: 4
    }
  }
}
