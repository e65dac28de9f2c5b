import VirgaExperiments

extension Manifest {
  /// The feature with the defaults of `channel`; nil: only blocks for every channel apply.
  ///
  /// Nothing is kept: a caller that shows few features pays for few.
  package func merged(_ feature: FeatureDefinition, channel: String?) -> MergedFeature {
    let module = modules[feature.module]
    var merged = MergedFeature(feature, channel: channel, types: module.types)
    merged.merge(feature.blocks, in: self.channel(of: feature.module, asked: channel)) {
      .manifestDefault(channels: $0)
    }
    for addition in feature.additions {
      merged.fill()
      merged.merge(addition.blocks, in: self.channel(of: addition.module, asked: channel)) {
        .importDefault(channels: $0)
      }
    }
    return merged
  }

  /// The channel in which a module is resolved where `asked` is asked of the top module.
  ///
  /// A module with one channel uses that; an imported one the channel that its import names.
  /// Source of the rule: FML: Which channel.
  package func channel(of module: Int, asked: String?) -> String? {
    let module = modules[module]
    if module.channels.count == 1 { return module.channels[0] }
    return module.importChannel ?? asked
  }
}
