import VirgaCanvas

extension State {
  /// Makes the state whole after a change: cursors in their lists, windows around cursors, values of what is seen.
  mutating func settle() {
    if focus != .details { features.isAboutFeature = false }
    if !parts.isOffered(focus, in: self), let first = screen.panels.first { focus = first }
    trail.lastFocus[screen] = focus
    // The first line counts what is wrong in files of flags, whatever the screen.
    if flags.hasUnread(beside: workspace) {
      flags.resolve(workspace, session, channel: channel)
      tellOfFlagErrors()
    }
    findProblems()
    layOut()
    parts.settle(&self)
    settleDraftCounts()
    settleSearch()
    followOverlay()
    if let shown = overlay, let panel = PickerPanel(self) {
      overlay?.list.scroll.settle(count: shown.list.count, height: panel.rowsArea.rows)
    }
    let contexts = keyContexts
    let place = HintKeys.Place(contexts: contexts, keys: options.keys)
    if input.hintKeys.input != place { input.hintKeys = Derived(place, HintKeys(self, in: contexts)) }
  }

  /// Finds where everything stands.
  mutating func layOut() {
    let captionRows = messages.caption?.lines(columns: size.columns).count ?? (focus == .editor ? messageRows : 1)
    layout = Layout(size: size, captionRows: captionRows) { body in parts.areas(in: body, of: self) }
  }
}
