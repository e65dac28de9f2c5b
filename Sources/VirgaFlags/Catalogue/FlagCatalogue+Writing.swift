public import VirgaJSON

extension FlagCatalogue {
  /// The catalogue as a file says it: what ``read(_:)`` reads gives the same rows.
  ///
  /// Flags of a JSON configuration are left out, but for those that have a preference key.
  public var json: JSONObject {
    var file: JSONObject = [:]
    if debugChannels != FlagEnvironment.usualDebugChannels {
      file["debug-channels"] = .array(debugChannels.sorted().map { .string($0) })
    }
    if developmentChannels != FlagEnvironment.usualDevelopmentChannels {
      file["development-channels"] = .array(developmentChannels.sorted().map { .string($0) })
    }
    file["flags"] = .array(
      rows.filter { !$0.kind.isConfigured || $0.preferenceKey != nil }.map { .object($0.json) })
    return file
  }
}

extension FlagRow {
  /// The row as a catalogue file has it.
  var json: JSONObject {
    var row: JSONObject = [:]
    func put(_ key: FlagKey, _ value: JSONValue?) { if let value { row[key.rawValue] = value } }
    func put(_ key: FlagKey, _ names: [String]) {
      if !names.isEmpty { row[key.rawValue] = .array(names.map { .string($0) }) }
    }
    put(.id, .string(kind.isConfigured ? storedName : id))
    put(.kind, .string(kind.rawValue))
    if !description.isEmpty { put(.description, .string(description)) }
    switch reading {
    case nil: break
    case .all(let places): put(.all, .array(places.map { .object($0.json) }))
    case .boolean(let place), .option(let place), .notOff(let place, _):
      for (key, value) in place.json { row[key] = value }
    }
    put(.options, options)
    put(.off, offOption.map { .string($0) })
    put(.preferenceKey, preferenceKey.map { .string($0) })
    put(.preferenceDefault, preferenceDefault)
    if kind == .bool { put(.debugKey, debugKey.map { .string($0) } ?? .null) }
    if kind == .core { put(.channels, .array(channels.map { .string($0) })) }
    return row
  }
}

extension FlagPlace {
  fileprivate var json: JSONObject {
    [FlagKey.feature.rawValue: .string(feature), FlagKey.path.rawValue: .string(path.description)]
  }
}
